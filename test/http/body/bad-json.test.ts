import assert from 'node:assert/strict'
import { it } from 'node:test'
import { onFirstEngine, openBoard } from '../../board.ts'
import { codeOf } from '../../setup/call.ts'
import { assertNothingChanges } from '../../setup/contents.ts'
import { freshRequestId } from '../../setup/people.ts'

const nested = (depth: number) => `{"title":"Hi","body":"Hello.","x":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`
const bytes = (...codes: number[]) =>
  Buffer.concat([Buffer.from('{"title":"'), Buffer.from(codes), Buffer.from('","body":"x"}')])

/** None of these is one JSON object in UTF-8. */
const noObjects: Record<string, string | Buffer> = {
  'nothing at all': '',
  'only spaces': ' \n\t ',
  null: 'null',
  'an array': '[{"title":"Hi","body":"Hello."}]',
  'a string': '"title"',
  'a number': '12345678901234567890',
  'half an object': '{"title":"Hi"',
  'an object and more': '{"title":"Hi","body":"x"} {}',
  'a trailing comma': '{"title":"Hi","body":"x",}',
  'single quotes': "{'title':'Hi'}",
  'bare keys': '{title:"Hi"}',
  'a comment': '{/* */}',
  NaN: '{"title":NaN}',
  'a leading zero': '{"title":01}',
  'a form': 'title=Hi&body=Hello',
  'a raw newline in a string': '{"title":"a\nb","body":"x"}',
  'a raw NUL in a string': bytes(0),
  'a NUL between tokens': '{\0}',
  'a byte order mark': '\ufeff{"title":"Hi","body":"x"}',
  'UTF-16': Buffer.from('{"title":"Hi","body":"x"}', 'utf16le'),
  'Latin-1': bytes(0xe9),
  'a stray continuation byte': bytes(0x80),
  'an overlong NUL': bytes(0xc0, 0x80),
  'an encoded surrogate': bytes(0xed, 0xa0, 0x80),
  'a code point beyond Unicode': bytes(0xf4, 0x90, 0x80, 0x80),
  'a cut character': Buffer.from('{"title":"🦜').subarray(0, -1),
  '10,000 arrays, never closed': '['.repeat(10_000),
  '10,000 objects, never closed': '{"a":'.repeat(3_000),
  '8,000 arrays': nested(8_000),
  '65 levels': nested(65),
}

/** Two readers could understand these in two ways. */
const ambiguous: Record<string, string> = {
  'the same key twice': '{"title":"Hi","body":"x","title":"Ho"}',
  'twice with the same value': '{"title":"Hi","body":"x","title":"Hi"}',
  'once escaped': '{"title":"Hi","body":"x","t\\u0069tle":"Ho"}',
  'both escaped, in other letters': '{"title":"Hi","body":"x","\\u00e9":1,"\\u00E9":2}',
  'once as a pair of escapes': '{"title":"Hi","body":"x","🦜":1,"\\ud83e\\udd9c":2}',
  'with spaces before the colon': '{"title" :"Hi","body":"x","title"\n\t:"Ho"}',
  'with quotes in the key': '{"title":"Hi","body":"x","a\\"":1,"a\\"":2}',
  'an empty key': '{"title":"Hi","body":"x","":1,"":2}',
  'of an unknown field': '{"title":"Hi","body":"x","mood":1,"mood":2}',
  'deep inside': '{"title":"Hi","body":"x","mood":{"of":[{"day":1,"day":2}]}}',
  'after a nested object': '{"title":"Hi","body":"x","mood":{"title":{}},"body":"y"}',
  __proto__: '{"title":"Hi","body":"x","__proto__":{},"__proto__":{}}',
  constructor: '{"title":"Hi","body":"x","constructor":1,"constructor":2}',
}

/** Odd, but one object with one meaning: unknown fields are ignored. */
const odd: Record<string, string> = {
  '64 levels': nested(64),
  'many arrays and objects, one after the other': `{"title":"Hi","body":"Hello.","x":[${'[],{},'.repeat(70)}0]}`,
  'the same key in different objects': '{"title":"Hi","body":"Hello.","a":{"title":1},"b":{"title":2,"b":3}}',
  'text that looks like keys': '{"title":"Hi","body":"Hello.","x":"\\"title\\":1,\\"title\\":2","y":["title","title"]}',
  'a prototype': '{"__proto__":{"title":"No"},"constructor":{"prototype":{}},"title":"Hi","body":"Hello."}',
  'numbers beyond 2^53':
    '{"title":"Hi","body":"Hello.","x":[9007199254740993,1e400,-1e-400,123456789012345678901234567890]}',
  'escapes everywhere': '{"\\u0074itle":"\\u0048i","body":"Hell\\u006f."}',
  'spaces around': ' \r\n\t{"title":"Hi","body":"Hello."}\n',
}

onFirstEngine('bodies', (engine) => {
  it('must be one JSON object in UTF-8', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    await assertNothingChanges(board, async () => {
      for (const [name, body] of Object.entries({ ...noObjects, ...ambiguous })) {
        const refused = await ada.send('/v1/posts', body, { 'idempotency-key': 'key-of-a-bad-body' })
        assert.equal(codeOf(refused), '400 INVALID_JSON', name)
        const bytes_read = Buffer.byteLength(body)
        const { problem, position, found: _found, ...details } = refused.body.error.details
        assert.deepEqual(details, { body_format: 'utf8_json_object', bytes_read }, name)
        assert.equal(typeof position, problem === 'syntax' ? 'number' : 'undefined', name)
        if (name in ambiguous) assert.equal(problem, 'duplicate_key', name)
      }
      const registration = '{"name":"bob","operator_authorized":true,"name":"eve"}'
      const refused = await board.call('/v1/agents', { method: 'POST', headers: board.json(), body: registration })
      assert.equal(codeOf(refused), '400 INVALID_JSON')
    })
    assert.equal((await ada.posts({}, 'key-of-a-bad-body')).status, 201)
  })

  it('are refused with what is wrong and where', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const wrong: [body: string | Buffer, problem: string, position?: number][] = [
      ['', 'empty'],
      [' \n', 'empty'],
      ['null', 'not_an_object'],
      ['[{}]', 'not_an_object'],
      ['{"a":1,"a":2}', 'duplicate_key'],
      [nested(65), 'too_deep'],
      [bytes(0xe9), 'encoding'],
      ['{"title":"Hi"', 'syntax', 13],
      ['{"title":"Hi",}', 'syntax', 14],
      ['{"title" "Hi"}', 'syntax', 9],
      ["{'title':1}", 'syntax', 1],
      ['{"title":"🦜" x}', 'syntax', 13],
      ['{"title":"a\nb"}', 'syntax', 9],
      ['{"a":[1,2}', 'syntax', 9],
      ['{} {}', 'syntax', 3],
      ['\ufeff{}', 'syntax', 0],
      ['{"a":01}', 'syntax', 6],
      ['{"a":tru}', 'syntax', 5],
    ]
    for (const [body, problem, position] of wrong) {
      const { error } = (await ada.send('/v1/posts', body, { 'idempotency-key': freshRequestId() })).body
      assert.deepEqual([error.details.problem, error.details.position], [problem, position], String(body))
      const says = error.details.found === 'byte_order_mark' ? /byte order mark/ : `after ${position} characters`
      assert.match(error.message, problem === 'syntax' ? new RegExp(says) : /[a-z]/)
    }
  })

  it('may have an unusual form, as long as their meaning is unambiguous', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    for (const [name, body] of Object.entries(odd)) {
      const published = await ada.send('/v1/posts', body, { 'idempotency-key': freshRequestId() })
      assert.equal(published.status, 201, name)
      const isPrintable = (field: string) => /^[a-z_]{1,40}$/.test(field) && !['title', 'body'].includes(field)
      const unknown = Object.keys(JSON.parse(body)).filter(isPrintable)
      assert.deepEqual(published.body.ignored_fields ?? [], unknown, name)
      const { post } = (await ada.reads(published.body.id)).body
      assert.deepEqual([post.title, post.body], ['Hi', 'Hello.'], name)
    }
  })

  it('are recognised as JSON by their media type, in any case and with any parameters', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const post = (type: string, key = freshRequestId()) =>
      ada.send('/v1/posts', '{"title":"Hi","body":"Hello."}', { 'content-type': type, 'idempotency-key': key })

    const good = [
      'application/json',
      'APPLICATION/JSON',
      'Application/Json ; Charset="UTF-8"',
      'application/json;',
      'application/json;=;;',
    ]
    for (const type of good) assert.equal((await post(type)).status, 201, type)
    const bad = [
      'text/plain',
      'text/json',
      'application/json-patch+json',
      'application/vnd.api+json',
      'application/*',
      'multipart/form-data; boundary=x',
    ]
    const worse = [
      '',
      ';',
      'json',
      '/',
      'a/b/c',
      'application/ json',
      'application /json',
      'application/json, text/plain',
      '; application/json',
      '"application/json"',
    ]
    await assertNothingChanges(board, async () => {
      for (const type of [...bad, ...worse]) {
        const refused = await post(type)
        assert.equal(codeOf(refused), '415 JSON_REQUIRED', type)
        assert.deepEqual(refused.body.error.details, { required_headers: { 'Content-Type': 'application/json' } })
      }
    })
  })

  it('are ignored where no body is needed', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const thread = (await ada.posts()).body.id as string
    const headers = { ...board.json({ authorization: `Bearer ${ada.key}` }), 'content-type': 'no/thing/of this' }
    const junk = { headers, body: Buffer.from([0xff, 0xfe, 0]) }

    assert.equal((await board.call(`/v1/posts/${thread}`, { method: 'DELETE', ...junk })).status, 200)
    assert.equal((await board.call('/v1/me', { ...junk })).status, 200)
    assert.equal((await board.call('/v1/me/revoke', { method: 'POST', ...junk })).status, 200)
  })
})
