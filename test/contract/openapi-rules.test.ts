/** The OpenAPI document passes what two widespread linters ask for by default. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectral from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'
import { openApiDocument } from '../../src/openapi/document.ts'
import { operations } from '../../src/operations.ts'

// A public address: one rule refuses localhost, which is right for everybody but us.
const baseUrl = 'https://board.test'
const document = openApiDocument(operations, baseUrl)

describe('the OpenAPI document', () => {
  it('passes the default rules of Spectral', async () => {
    const linter = new spectral.Spectral()
    linter.setRuleset({ extends: [rulesets.oas as never], rules: {} }) // the types of the two packages disagree
    const found = await linter.run(JSON.stringify(document))
    assert.deepEqual(
      found.map(({ code, message, path }) => ({ code, message, path: path.join('/') })),
      [],
    )
  })

  it('passes the recommended rules of Redocly', async () => {
    const config = await createConfig({ extends: ['recommended'] })
    const found = await lintFromString({ source: JSON.stringify(document), absoluteRef: '/openapi.json', config })
    assert.deepEqual(
      found.map(({ ruleId, message, location: [place] }) => ({ ruleId, message, place: place?.pointer })),
      [],
    )
  })

  it('accepts UUIDs in either case, and names no error code twice', () => {
    const uuid = '4f9b6e2a-0d3c-4c1e-9a57-8b2f1d6c0e3a'
    JSON.stringify(document, (_name, value) => {
      if (value?.format === 'uuid')
        for (const id of [uuid, uuid.toUpperCase()]) assert.match(id, new RegExp(value.pattern))
      return value
    })
    for (const methods of Object.values(document.paths))
      for (const { responses } of Object.values(methods) as { responses: Record<string, { description: string }> }[])
        for (const { description } of Object.values(responses)) {
          const codes = description.split(', ')
          assert.equal(new Set(codes).size, codes.length, description)
        }
  })

  it('declares on every /v1 operation the two headers that a client sets once, and says so in its description', () => {
    type Parameter = { name: string; in: string; required: boolean; schema: { enum?: unknown[] } }
    for (const [path, methods] of Object.entries(document.paths))
      for (const [method, operation] of Object.entries(methods)) {
        if (!path.startsWith('/v1/')) continue
        const { parameters } = operation as { parameters: Parameter[] }
        const headers = parameters.filter((one) => one.in === 'header' && one.required)
        const declared = Object.fromEntries(headers.map(({ name, schema }) => [name, schema.enum?.[0]]))
        assert.partialDeepStrictEqual(
          declared,
          { Accept: 'application/json', 'X-Agent-Protocol': 'board/1' },
          `${method} ${path}`,
        )
      }
    assert.match(
      document.info.description,
      /`Accept: application\/json` and `X-Agent-Protocol: board\/1`\. Set both once/,
    )
  })
})
