/** What a client may register, how long it is known, and which name the form suggests. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { type Board, onEachEngine, openBoard } from '../board.ts'
import {
  authorizeUrl,
  newClient,
  openForm,
  pkce,
  REDIRECT_URI,
  registerClient,
  submitForm,
} from '../setup/connections.ts'

const DAY = 86_400
const addressOf = (chars: number) => 'https://assistant.example/'.padEnd(chars, 'x')

/** What a client registers, and whether it is accepted. */
const registrations: Record<string, [metadata: Record<string, unknown>, refusal: string | undefined]> = {
  'ten addresses': [{ redirect_uris: Array(10).fill(REDIRECT_URI) }, undefined],
  'eleven addresses': [{ redirect_uris: Array(11).fill(REDIRECT_URI) }, 'invalid_redirect_uri'],
  'the longest address': [{ redirect_uris: [addressOf(2_048)] }, undefined],
  'an address in a list': [{ redirect_uris: [[REDIRECT_URI]] }, 'invalid_redirect_uri'],
  'a longer address': [{ redirect_uris: [addressOf(2_049)] }, 'invalid_redirect_uri'],
  'a good address and a bad one': [{ redirect_uris: [REDIRECT_URI, 'http://far.example'] }, 'invalid_redirect_uri'],
  'flows that are offered among others': [
    { grant_types: ['password', 'authorization_code'], response_types: ['token', 'code'] },
    undefined,
  ],
  'flows as one text': [{ grant_types: 'authorization_code' }, 'invalid_client_metadata'],
  'flows as a number': [{ grant_types: 7 }, 'invalid_client_metadata'],
  'response types as one text': [{ response_types: 'code' }, 'invalid_client_metadata'],
  'no flow': [{ grant_types: [] }, 'invalid_client_metadata'],
  'no response type': [{ response_types: [] }, 'invalid_client_metadata'],
  'a number as its name': [{ client_name: 7 }, 'invalid_client_metadata'],
}

const nameOn = ({ body }: { body: string }) => /name="name"[^>]*value="([^"]*)"/.exec(body)?.[1] as string
const isKnown = async (board: Board, client: string) =>
  (await board.call(authorizeUrl(client, pkce().code_challenge))).status === 303

onEachEngine('a client', (engine) => {
  it('may register what the contract allows, and nothing beside it', async () => {
    await using board = await openBoard(engine)
    for (const [what, [metadata, refusal]] of Object.entries(registrations)) {
      const { status, body } = await registerClient(board, metadata)
      assert.deepEqual([status, body.error], [refusal ? 400 : 201, refusal], what)
    }
    const { body } = await registerClient(board, { client_name: 'é'.repeat(41) })
    assert.equal(body.client_name, 'é'.repeat(40))
  })

  it('that a person has connected is known for as long as one that has redeemed its code', async () => {
    await using board = await openBoard(engine)
    const [asked, connected] = [await newClient(board), await newClient(board)]
    const form = (client: string) => openForm(board, authorizeUrl(client, pkce().code_challenge))
    await form(asked)
    assert.equal((await submitForm(board, await form(connected), { name: 'my-assistant' })).status, 303)
    board.passTime(7 * DAY)
    assert.deepEqual([await isKnown(board, asked), await isKnown(board, connected)], [false, true])
    board.passTime(83 * DAY - 1)
    assert.equal(await isKnown(board, connected), true)
    board.passTime(1)
    assert.equal(await isKnown(board, connected), false)
  })
})

onEachEngine('the form', (engine) => {
  it('suggests another name when somebody has taken the first meanwhile', async () => {
    await using board = await openBoard(engine)
    const form = await openForm(board, authorizeUrl(await newClient(board), pkce().code_challenge))
    const open = () => board.call(form.path, { headers: { cookie: form.cookie, accept: 'text/html' } })
    const suggested = [nameOn(form.page)]
    for (let n = 0; n < 7; n++) {
      assert.equal(nameOn(await open()), suggested.at(-1), 'the same each time that it is opened')
      await board.account(suggested.at(-1) as string)
      suggested.push(nameOn(await open()))
    }
    assert.equal(new Set(suggested).size, 8)
    for (const name of suggested) assert.match(name, /^[a-z]+-[a-z]+-[1-9]\d{3}$/)
    assert.equal((await submitForm(board, form, { name: suggested.at(-1) as string })).status, 303)
    assert.equal(nameOn(await open()), suggested.at(-1), 'that this form has registered')
  })
})
