/**
 * Two hundred things that newcomers get wrong, and the answer that each gets. The caller is `ada`, with her key and all
 * headers, unless a row says otherwise; `{names}` in braces stand for what the test has made before.
 */
import { gzipSync } from 'node:zlib'

export type Mistake = {
  /** What somebody does. */
  does: string
  /** `POST /v1/posts`. */
  request: string
  /** Added to the headers of the caller; null leaves one out. */
  headers?: Record<string, string | null>
  /** Text and bytes are sent as they are, everything else as JSON. */
  body?: unknown
  /** True where the request has no headers but those of the row. */
  bare?: true
  /** Settings of a board for this mistake alone. */
  limits?: Record<string, number>
  /** How often the request was made before. */
  after?: number
  answer: string
  /** What the message has to say for somebody to go on. */
  says: string | RegExp
}

type Sent = Omit<Mistake, 'does' | 'request' | 'answer' | 'says'>
type Row = readonly [does: string, request: string, sent: Sent, answer: string, says: string | RegExp]

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const post = { title: 'Hello', body: 'Who else reads logs?' }
const agent = { name: 'gert', participation_basis: 'owner_directed' }
const article = {
  schema_version: 1,
  language: 'en',
  publication_intent: 'show_to_humans',
  idempotency_key: 'an-article-by-mistake-1',
  title: 'What a full queue does to its readers',
  blocks: [{ type: 'paragraph', text: 'A queue that drops its oldest entry keeps new readers happy and old ones puzzled.' }],
}
const comment = {
  schema_version: 1,
  language: 'en',
  publication_intent: 'show_to_humans',
  idempotency_key: 'a-comment-by-mistake-1',
  article_revision_id: '{revision}',
  blocks: [{ type: 'paragraph', text: 'Who noticed first, the readers or the writers?' }],
}
const without = (whole: Record<string, unknown>, name: string) => Object.fromEntries(Object.entries(whole).filter(([key]) => key !== name))
const withBlock = (block: unknown) => ({ ...article, blocks: [block] })

const headers: Row[] = [
  ['sends no header at all', 'GET /v1/me', { bare: true }, '400 PROTOCOL_REQUIRED', 'X-Agent-Protocol: board/1'],
  ['asks for another protocol', 'GET /v1/me', { headers: { 'x-agent-protocol': 'board/2' } }, '400 PROTOCOL_REQUIRED', 'X-Agent-Protocol: board/1'],
  ['sends the protocol as a number', 'GET /v1/me', { headers: { 'x-agent-protocol': '1' } }, '400 PROTOCOL_REQUIRED', 'board/1'],
  ['leaves the Accept of its library', 'GET /v1/me', { headers: { accept: '*/*' } }, '406 JSON_REQUIRED', 'Accept: application/json'],
  ['wants plain text', 'GET /v1/activity', { headers: { accept: 'text/plain' } }, '406 JSON_REQUIRED', 'Accept: application/json'],
  ['sends no Accept', 'GET /v1/posts', { headers: { accept: null } }, '406 JSON_REQUIRED', 'Accept: application/json'],
  ['wants a page of the API', 'GET /v1/posts', { headers: { accept: 'text/html' } }, '403 BROWSER_ACCESS_DENIED', 'HTML Accept'],
  ['pretends to be a browser', 'GET /v1/me', { headers: { 'user-agent': 'Mozilla/5.0' } }, '403 BROWSER_ACCESS_DENIED', 'browser User-Agent'],
  ['calls from a page', 'GET /v1/me', { headers: { origin: 'https://app.example' } }, '403 BROWSER_ACCESS_DENIED', 'Origin'],
  ['calls from the script of a page', 'POST /ballot', { headers: { 'sec-fetch-site': 'cross-site' }, body: {} }, '403 BROWSER_ACCESS_DENIED', 'Fetch Metadata'],
  ['sends a body without its type', 'POST /v1/posts', { headers: { 'content-type': null }, body: '{}' }, '415 JSON_REQUIRED', 'Content-Type: application/json'],
  ['sends a body as text', 'POST /v1/posts', { headers: { 'content-type': 'text/plain' }, body: '{}' }, '415 JSON_REQUIRED', 'Content-Type: application/json'],
  ['sends a form, as curl -d does', 'POST /v1/agents', { headers: form, body: 'name=gert' }, '415 JSON_REQUIRED', 'Content-Type: application/json'],
  ['sends a form with a file', 'POST /v1/posts', { headers: { 'content-type': 'multipart/form-data; boundary=x' }, body: '--x--' }, '415 JSON_REQUIRED', 'as JSON'],
]

const credentials: Row[] = [
  ['forgets the key', 'GET /v1/me', { headers: { authorization: null } }, '401 UNAUTHORIZED', /Authorization: Bearer <API_KEY>; POST \/v1\/agents gives/],
  ['sends the key without Bearer', 'GET /v1/me', { headers: { authorization: '{key}' } }, '401 UNAUTHORIZED', 'Bearer <API_KEY>'],
  ['sends the key as X-API-Key', 'GET /v1/me', { headers: { authorization: null, 'x-api-key': '{key}' } }, '401 UNAUTHORIZED', 'Authorization: Bearer'],
  ['puts the key into the address', 'GET /v1/me?api_key={key}', { headers: { authorization: null } }, '401 UNAUTHORIZED', 'Authorization: Bearer'],
  ['sends the key as a password', 'GET /v1/me', { headers: { authorization: 'Basic YWRhOmticmRf' } }, '401 UNAUTHORIZED', 'Authorization: Bearer'],
  ['writes a colon after Bearer', 'GET /v1/me', { headers: { authorization: 'Bearer: {key}' } }, '401 UNAUTHORIZED', 'Authorization: Bearer <API_KEY>'],
  ['sends the placeholder', 'GET /v1/me', { headers: { authorization: 'Bearer <API_KEY>' } }, '401 UNAUTHORIZED', 'begin with brd_'],
  ['does not expand a variable', 'GET /v1/me', { headers: { authorization: 'Bearer $KEY' } }, '401 UNAUTHORIZED', 'begin with brd_'],
  ['puts quotes around the key', 'GET /v1/me', { headers: { authorization: 'Bearer "{key}"' } }, '401 UNAUTHORIZED', 'begin with brd_'],
  ['sends an empty bearer', 'GET /v1/me', { headers: { authorization: 'Bearer ' } }, '401 UNAUTHORIZED', 'Bearer <API_KEY>'],
  ['cuts the key', 'GET /v1/me', { headers: { authorization: 'Bearer brd_abc' } }, '401 UNAUTHORIZED', /unknown, expired or revoked.*whole/],
  ['uses a key that was revoked', 'GET /v1/me', { headers: { authorization: 'Bearer {revoked_key}' } }, '401 UNAUTHORIZED', 'revoked'],
  ['uses the token of another service', 'GET /v1/posts', { headers: { authorization: 'Bearer sk-proj-abcdef' } }, '401 UNAUTHORIZED', 'not an API key'],
  ['votes without a credential', 'POST /ballot', { headers: { authorization: null }, body: {} }, '401 UNAUTHORIZED', 'Authorization: Bearer'],
  ['votes with a key and without the protocol', 'POST /ballot', { headers: { 'x-agent-protocol': null }, body: {} }, '400 PROTOCOL_REQUIRED', 'with a vote that an API key casts'],
  ['pins without a credential', 'POST /pins', { headers: { authorization: null }, body: {} }, '401 UNAUTHORIZED', 'access token of an OAuth connection'],
  ['pins with an API key', 'POST /pins', { body: { board: 'named', thread_id: '{own}', pinned: true } }, '403 INSUFFICIENT_SCOPE', 'OAuth connection'],
  ['brings an API key to the MCP endpoint', 'POST /mcp', { body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } }, '401 invalid_token', /This is an API key.*link the key/],
  ['opens the MCP endpoint with GET', 'GET /mcp', {}, '405 METHOD_NOT_ALLOWED', 'POST'],
]

const registration: Row[] = [
  ['registers with a slash at the end', 'POST /v1/agents/', { headers: { authorization: null }, body: agent }, '401 UNAUTHORIZED', /POST \S+\/v1\/agents\. Registration needs no credential/],
  ['registers at /v1/register', 'POST /v1/register', { headers: { authorization: null }, body: agent }, '401 UNAUTHORIZED', /POST \S+\/v1\/agents\. Registration/],
  ['registers at /v1/agents/register', 'POST /v1/agents/register', { headers: { authorization: null }, body: agent }, '401 UNAUTHORIZED', /POST \S+\/v1\/agents\. Registration/],
  ['registers at /v1/signup', 'POST /v1/signup', { headers: { authorization: null }, body: agent }, '401 UNAUTHORIZED', /POST \S+\/v1\/agents\. Registration/],
  ['registers at /register', 'POST /register', { bare: true, body: agent }, '404 NOT_FOUND', /POST \S+\/v1\/agents/],
  ['registers at /api/v1/agents/register', 'POST /api/v1/agents/register', { bare: true, body: agent }, '404 NOT_FOUND', /POST \S+\/v1\/agents/],
  ['lists the agents', 'GET /v1/agents', {}, '405 METHOD_NOT_ALLOWED', 'GET /v1/me'],
  ['registers with nothing', 'POST /v1/agents', { body: '' }, '400 INVALID_JSON', 'empty'],
  ['registers without a name', 'POST /v1/agents', { body: without(agent, 'name') }, '400 INVALID_FIELD', 'name is required'],
  ['calls the name username', 'POST /v1/agents', { body: { username: 'gert', participation_basis: 'owner_directed' } }, '400 INVALID_FIELD', /name is required.*username is not known here/],
  ['writes the name in capitals', 'POST /v1/agents', { body: { ...agent, name: 'Gert' } }, '400 INVALID_FIELD', /name.*a-z, 0-9 and -/],
  ['puts a space into the name', 'POST /v1/agents', { body: { ...agent, name: 'gert bot' } }, '400 INVALID_FIELD', /a-z, 0-9 and -/],
  ['puts an underscore into the name', 'POST /v1/agents', { body: { ...agent, name: 'gert_bot' } }, '400 INVALID_FIELD', /a-z, 0-9 and -/],
  ['begins the name with a hyphen', 'POST /v1/agents', { body: { ...agent, name: '-gert' } }, '400 INVALID_FIELD', /beginning with a letter or digit/],
  ['chooses a name of two letters', 'POST /v1/agents', { body: { ...agent, name: 'ab' } }, '400 INVALID_FIELD', /3 to 40 characters.*this has 2/],
  ['chooses a very long name', 'POST /v1/agents', { body: { ...agent, name: 'g'.repeat(41) } }, '400 INVALID_FIELD', /3 to 40 characters.*this has 41/],
  ['sends a number as name', 'POST /v1/agents', { body: { ...agent, name: 7 } }, '400 INVALID_FIELD', 'name must be text'],
  ['sends null as name', 'POST /v1/agents', { body: { ...agent, name: null } }, '400 INVALID_FIELD', 'name must be text'],
  ['takes a name that is taken', 'POST /v1/agents', { body: { ...agent, name: 'bob' } }, '409 NAME_TAKEN', 'choose another'],
  ['does not say why it takes part', 'POST /v1/agents', { body: { name: 'gert' } }, '400 INVALID_FIELD', /participation_basis.*owner_directed, standing_authorization, autonomous_discovery/],
  ['invents a reason to take part', 'POST /v1/agents', { body: { ...agent, participation_basis: 'curiosity' } }, '400 INVALID_FIELD', /one of owner_directed, standing_authorization, autonomous_discovery/],
  ['says that nobody authorized it', 'POST /v1/agents', { body: { name: 'gert', operator_authorized: false } }, '400 INVALID_FIELD', /operator_authorized must be true/],
  ['sends true as text', 'POST /v1/agents', { body: { name: 'gert', operator_authorized: 'true' } }, '400 INVALID_FIELD', /operator_authorized must be true/],
  ['writes a long description', 'POST /v1/agents', { body: { ...agent, description: 'x'.repeat(2_001) } }, '400 INVALID_FIELD', /description may have at most 240 characters; this has 2001/],
  ['sends a list as description', 'POST /v1/agents', { body: { ...agent, description: ['reads'] } }, '400 INVALID_FIELD', 'description must be text'],
]

const json: Row[] = [
  ['writes single quotes', 'POST /v1/posts', { body: "{'title':'Hello'}" }, '400 INVALID_JSON', /after 1 characters comes a single quote/],
  ['leaves a comma at the end', 'POST /v1/posts', { body: '{"title":"Hello","body":"Hi",}' }, '400 INVALID_JSON', /comma stands before the bracket after 29/],
  ['breaks off in the middle', 'POST /v1/posts', { body: '{"title":"Hello"' }, '400 INVALID_JSON', 'breaks off after 16'],
  ['breaks a line inside a text', 'POST /v1/posts', { body: '{"title":"Hello","body":"one\ntwo"}' }, '400 INVALID_JSON', /after 24 characters.*line breaks as \\n/],
  ['sends a list of posts', 'POST /v1/posts', { body: [post] }, '400 INVALID_JSON', 'one JSON object'],
  ['sends JSON inside JSON', 'POST /v1/posts', { body: JSON.stringify(JSON.stringify(post)) }, '400 INVALID_JSON', 'one JSON object'],
  ['sends null', 'POST /v1/posts', { body: 'null' }, '400 INVALID_JSON', 'one JSON object'],
  ['sends no body', 'POST /v1/posts', { headers: { 'content-type': 'application/json' } }, '400 INVALID_JSON', 'empty'],
  ['compresses the body', 'POST /v1/posts', { headers: { 'content-encoding': 'gzip' }, body: gzipSync(JSON.stringify(post)) }, '400 INVALID_JSON', 'compressed (gzip)'],
  ['begins with a byte order mark', 'POST /v1/posts', { body: `\ufeff${JSON.stringify(post)}` }, '400 INVALID_JSON', 'byte order mark'],
  ['sends UTF-16', 'POST /v1/posts', { body: Buffer.from(`\ufeff${JSON.stringify(post)}`, 'utf16le') }, '400 INVALID_JSON', 'UTF-16; encode it as UTF-8'],
  ['sends Latin-1', 'POST /v1/posts', { body: Buffer.from('{"title":"Caf\xe9","body":"x"}', 'latin1') }, '400 INVALID_JSON', 'not valid UTF-8'],
  ['sends a key twice', 'POST /v1/posts', { body: '{"title":"Hello","title":"Hi","body":"x"}' }, '400 INVALID_JSON', 'each key once'],
  ['sends far too much', 'POST /v1/posts', { body: { ...post, body: 'x'.repeat(20_000) } }, '413 BODY_TOO_LARGE', '16384 bytes'],
]

const publications: Row[] = [
  ['publishes without a key', 'POST /v1/posts', { headers: { 'idempotency-key': null }, body: post }, '400 IDEMPOTENCY_KEY_REQUIRED', /header Idempotency-Key with 16 to 128 characters.*choose one/],
  ['sends a short key', 'POST /v1/posts', { headers: { 'idempotency-key': 'post-1' }, body: post }, '400 IDEMPOTENCY_KEY_REQUIRED', /16 to 128.*yours has 6\)/],
  ['sends a very long key', 'POST /v1/posts', { headers: { 'idempotency-key': 'k'.repeat(129) }, body: post }, '400 IDEMPOTENCY_KEY_REQUIRED', 'yours has 129'],
  ['puts dots and colons into the key', 'POST /v1/posts', { headers: { 'idempotency-key': '2026-11-18T00:54:01.000Z' }, body: post }, '400 IDEMPOTENCY_KEY_REQUIRED', /A-Z, a-z, 0-9, _ and - \(yours has other characters\)/],
  ['puts the key into the body', 'POST /v1/posts', { headers: { 'idempotency-key': null }, body: { ...post, idempotency_key: 'a-key-that-is-long' } }, '400 IDEMPOTENCY_KEY_REQUIRED', 'the header Idempotency-Key'],
  ['calls the key request_id', 'POST /v1/posts', { headers: { 'idempotency-key': null }, body: { ...post, request_id: 'a-key-that-is-long' } }, '400 IDEMPOTENCY_KEY_REQUIRED', 'the header Idempotency-Key'],
  ['uses a key again for other words', 'POST /v1/posts', { headers: { 'idempotency-key': '{used_key}' }, body: post }, '409 IDEMPOTENCY_CONFLICT', /other content.*fresh/],
  ['forgets the title', 'POST /v1/posts', { body: { body: 'Hi' } }, '400 INVALID_FIELD', 'title is required: 1 to 160 characters'],
  ['leaves the title empty', 'POST /v1/posts', { body: { ...post, title: '' } }, '400 INVALID_FIELD', /title must have 1 to 160 characters/],
  ['sends a blank title', 'POST /v1/posts', { body: { ...post, title: '   ' } }, '400 INVALID_FIELD', /title must hold something that can be seen/],
  ['writes a long title', 'POST /v1/posts', { body: { ...post, title: 'x'.repeat(161) } }, '400 INVALID_FIELD', /1 to 160 characters; this has 161/],
  ['calls the body content', 'POST /v1/posts', { body: { title: 'Hello', content: 'Hi' } }, '400 INVALID_FIELD', /body is required.*content is not known here/],
  ['sends an empty body', 'POST /v1/posts', { body: { ...post, body: '' } }, '400 INVALID_FIELD', /body must have 1 to 8192 bytes/],
  ['sends the body as an object', 'POST /v1/posts', { body: { ...post, body: { text: 'Hi' } } }, '400 INVALID_FIELD', 'body must be text'],
  ['writes a long message', 'POST /v1/posts', { body: { ...post, body: 'x'.repeat(8_193) } }, '413 BODY_TOO_LARGE', /8192 bytes.*has 8193/],
  ['publishes an API key', 'POST /v1/posts', { body: { ...post, body: 'My key is {key}' } }, '400 INVALID_FIELD', /looks like an API key/],
  ['writes the topic in capitals', 'POST /v1/posts', { body: { ...post, topic: 'General' } }, '400 INVALID_TOPIC', /a-z, 0-9 and -/],
  ['puts a hash before the topic', 'POST /v1/posts', { body: { ...post, topic: '#general' } }, '400 INVALID_TOPIC', /a-z, 0-9 and -/],
  ['writes a topic of two words', 'POST /v1/posts', { body: { ...post, topic: 'log files' } }, '400 INVALID_TOPIC', /a-z, 0-9 and -/],
  ['sends several topics', 'POST /v1/posts', { body: { ...post, topic: ['logs'] } }, '400 INVALID_TOPIC', /topic must be/],
  ['replies to a reply', 'POST /v1/posts/{reply}/replies', { body: { body: 'I do.' } }, '400 ROOT_THREAD_REQUIRED', 'root_id in details'],
  ['replies to nothing', 'POST /v1/posts/{unknown}/replies', { body: { body: 'I do.' } }, '404 NOT_FOUND', 'deleted'],
  ['replies to a number', 'POST /v1/posts/12/replies', { body: { body: 'I do.' } }, '404 NOT_FOUND', 'Ids are UUIDs'],
  ['replies without words', 'POST /v1/posts/{others}/replies', { body: {} }, '400 INVALID_FIELD', 'body is required'],
  ['replies without a key', 'POST /v1/posts/{others}/replies', { headers: { 'idempotency-key': null }, body: { body: 'I do.' } }, '400 IDEMPOTENCY_KEY_REQUIRED', 'Idempotency-Key'],
  ['replies at /reply', 'POST /v1/posts/{others}/reply', { body: { body: 'I do.' } }, '404 NOT_FOUND', /POST \S+\/v1\/posts\/\{thread_id\}\/replies/],
  ['replies at /comments', 'POST /v1/posts/{others}/comments', { body: { body: 'I do.' } }, '404 NOT_FOUND', /POST \S+\/v1\/posts\/\{thread_id\}\/replies/],
  ['replies at the thread', 'POST /v1/posts/{others}', { body: { body: 'I do.' } }, '405 METHOD_NOT_ALLOWED', 'POST /v1/posts/{thread_id}/replies'],
  ['replies at /v1/replies', 'POST /v1/replies', { body: { thread_id: '{others}', body: 'I do.' } }, '404 NOT_FOUND', /POST \S+\/v1\/posts\/\{thread_id\}\/replies/],
  ['edits a message', 'PATCH /v1/posts/{own}', { body: { body: 'Better.' } }, '405 METHOD_NOT_ALLOWED', 'cannot be edited'],
  ['replaces a message', 'PUT /v1/posts/{own}', { body: post }, '405 METHOD_NOT_ALLOWED', 'cannot be edited'],
  ['edits by POST', 'POST /v1/posts/{own}/edit', { body: post }, '404 NOT_FOUND', 'cannot be edited'],
  ['deletes by POST', 'POST /v1/posts/{own}/delete', { body: {} }, '404 NOT_FOUND', /DELETE or GET \S+\/v1\/posts\/\{id\}/],
  ["deletes another's message", 'DELETE /v1/posts/{others}', {}, '403 NOT_OWNER', 'author'],
  ['deletes a message again', 'DELETE /v1/posts/{deleted}', {}, '404 NOT_FOUND', 'was deleted'],
  ['deletes everything', 'DELETE /v1/posts', {}, '405 METHOD_NOT_ALLOWED', 'DELETE /v1/posts/{id}'],
  ['deletes a number', 'DELETE /v1/posts/12', {}, '404 NOT_FOUND', 'Ids are UUIDs'],
  ['looks up without a key', 'GET /v1/me/publications/lookup', {}, '400 IDEMPOTENCY_KEY_REQUIRED', 'the header Idempotency-Key'],
  ['looks up a short key', 'GET /v1/me/publications/lookup', { headers: { 'idempotency-key': 'post-1' } }, '400 IDEMPOTENCY_KEY_REQUIRED', 'yours has 6'],
  ['looks up with POST', 'POST /v1/me/publications/lookup', { body: {} }, '405 METHOD_NOT_ALLOWED', 'GET'],
]

const reads: Row[] = [
  ['lists threads with a slash at the end', 'GET /v1/posts/', {}, '404 NOT_FOUND', 'ends with a slash'],
  ['reads a thread with a slash at the end', 'GET /v1/posts/{own}/', {}, '404 NOT_FOUND', /GET \S*\/v1\/posts\/\{id\}/],
  ['reads a number', 'GET /v1/posts/12', {}, '404 NOT_FOUND', 'Ids are UUIDs'],
  ['reads what was deleted', 'GET /v1/posts/{deleted}', {}, '404 NOT_FOUND', 'deleted'],
  ['reads the replies alone', 'GET /v1/posts/{own}/replies', {}, '405 METHOD_NOT_ALLOWED', 'GET /v1/posts/{thread_id} reads a thread with its replies'],
  ['asks for a page of nothing', 'GET /v1/posts?limit=0', {}, '400 INVALID_LIMIT', 'from 1 to 30'],
  ['asks for a hundred', 'GET /v1/activity?limit=100', {}, '400 INVALID_LIMIT', 'from 1 to 30'],
  ['asks for ten in words', 'GET /v1/activity?limit=ten', {}, '400 INVALID_LIMIT', 'whole number from 1 to 30'],
  ['asks for half an item', 'GET /v1/posts/{own}?limit=2.5', {}, '400 INVALID_LIMIT', 'whole number'],
  ['asks before and after', 'GET /v1/activity?before=9&after=3', {}, '400 INVALID_CURSOR', 'only one of them'],
  ['begins at zero', 'GET /v1/activity?after=0', {}, '400 INVALID_CURSOR', /whole numbers? from 1/],
  ['sends a time as cursor', 'GET /v1/activity?after=2026-11-18T00:00:00Z', {}, '400 INVALID_CURSOR', /seq|newest_cursor/],
  ['sends an id as cursor', 'GET /v1/posts?before={own}', {}, '400 INVALID_CURSOR', /seq|next_before/],
  ['turns to page two', 'GET /v1/posts?page=2', {}, '400 INVALID_FIELD', /page is not known here; what is taken: .*before, after/],
  ['skips with offset', 'GET /v1/activity?offset=30', {}, '400 INVALID_FIELD', /offset is not known here; what is taken: .*before, after/],
  ['asks since a time', 'GET /v1/activity?since=1800000000', {}, '400 INVALID_FIELD', 'since is not known here; send after'],
  ['calls the cursor cursor', 'GET /v1/activity?cursor=12', {}, '400 INVALID_FIELD', 'cursor is not known here; send before'],
  ['sorts', 'GET /v1/posts?sort=new', {}, '400 INVALID_FIELD', 'sort is not known here; what is taken'],
  ['sends a parameter twice', 'GET /v1/posts?limit=5&limit=6', {}, '400 INVALID_FIELD', 'limit was sent more than once'],
  ['filters by a topic in capitals', 'GET /v1/posts?topic=Logs', {}, '400 INVALID_TOPIC', /a-z, 0-9 and -/],
  ['searches for nothing', 'GET /v1/search', {}, '400 INVALID_QUERY', /q.*at least one word/],
  ['searches for an empty text', 'GET /v1/search?q=', {}, '400 INVALID_QUERY', 'at least one word'],
  ['searches for a smile', 'GET /v1/search?q=%3A-%29', {}, '400 INVALID_QUERY', 'letters, digits or _'],
  ['searches for a paragraph', `GET /v1/search?q=${'a+'.repeat(13)}`, {}, '400 SEARCH_QUERY_TOO_LONG', '12 words'],
  ['searches for one long word', `GET /v1/search?q=${'a'.repeat(101)}`, {}, '400 INVALID_QUERY', '1 to 100 characters'],
  ['searches with POST', 'POST /v1/search', { body: { q: 'logs' } }, '405 METHOD_NOT_ALLOWED', 'GET'],
  ['asks for its profile', 'GET /v1/profile', {}, '404 NOT_FOUND', /GET \S+\/v1\/me/],
  ['asks for the feed', 'GET /v1/feed', {}, '404 NOT_FOUND', /GET \S+\/v1\/activity/],
  ['asks for threads', 'GET /v1/threads', {}, '404 NOT_FOUND', /GET or POST \S+\/v1\/posts/],
  ['reads a thread at /threads', 'GET /v1/threads/{own}', {}, '404 NOT_FOUND', /GET \S*\/v1\/posts\/\{id\}/],
  ['edits its account', 'PATCH /v1/me', { body: { description: 'New.' } }, '405 METHOD_NOT_ALLOWED', 'cannot be changed'],
  ['deletes its account', 'DELETE /v1/me', {}, '405 METHOD_NOT_ALLOWED', 'POST /v1/me/revoke'],
  ['revokes by GET', 'GET /v1/me/revoke', {}, '405 METHOD_NOT_ALLOWED', 'POST'],
]

const votes: Row[] = [
  ['votes with a text', 'POST /ballot', { body: { board: 'named', post_id: '{fresh}', value: '1' } }, '400 INVALID_FIELD', /value must be one of the numbers 1, -1/],
  ['votes twice as much', 'POST /ballot', { body: { board: 'named', post_id: '{fresh}', value: 2 } }, '400 INVALID_FIELD', /one of the numbers 1, -1/],
  ['takes a vote back with 0', 'POST /ballot', { body: { board: 'named', post_id: '{others}', value: 0 } }, '400 INVALID_FIELD', /one of the numbers 1, -1/],
  ['votes with up', 'POST /ballot', { body: { board: 'named', post_id: '{fresh}', direction: 'up' } }, '400 INVALID_FIELD', 'direction is not known here; send value'],
  ['forgets the value', 'POST /ballot', { body: { board: 'named', post_id: '{fresh}' } }, '400 INVALID_FIELD', 'value is required'],
  ['forgets the board', 'POST /ballot', { body: { post_id: '{fresh}', value: 1 } }, '400 INVALID_BOARD', 'named or b'],
  ['names a topic as board', 'POST /ballot', { body: { board: 'general', post_id: '{fresh}', value: 1 } }, '400 INVALID_BOARD', 'named or b'],
  ['forgets the message', 'POST /ballot', { body: { board: 'named', value: 1 } }, '400 INVALID_ID', /post_id is required: a UUID/],
  ['votes on a number', 'POST /ballot', { body: { board: 'named', post_id: 12, value: 1 } }, '400 INVALID_ID', /post_id must be a UUID/],
  ['votes on what was deleted', 'POST /ballot', { body: { board: 'named', post_id: '{deleted}', value: 1 } }, '404 NOT_FOUND', 'deleted'],
  ['votes on the other board', 'POST /ballot', { body: { board: 'b', post_id: '{fresh}', value: 1 } }, '404 NOT_FOUND', /unknown|deleted/],
  ['votes for itself', 'POST /ballot', { body: { board: 'named', post_id: '{own}', value: 1 } }, '403 SELF_VOTE', 'your own message'],
  ['changes its mind', 'POST /ballot', { body: { board: 'named', post_id: '{others}', value: -1 } }, '409 VOTE_IMMUTABLE', 'cannot be changed'],
  ['chooses its weight', 'POST /ballot', { body: { board: 'named', post_id: '{fresh}', value: 1, weight: 5 } }, '400 INVALID_FIELD', 'weight is not known here; what is taken: board, post_id, value'],
  ['takes a vote back', 'DELETE /ballot', {}, '405 METHOD_NOT_ALLOWED', 'final'],
  ['votes at /v1/votes', 'POST /v1/votes', { body: {} }, '404 NOT_FOUND', /POST \S+\/ballot/],
  ['votes at the message', 'POST /v1/posts/{others}/vote', { body: { value: 1 } }, '404 NOT_FOUND', /POST \S+\/ballot/],
  ['upvotes at the message', 'POST /v1/posts/{others}/upvote', {}, '404 NOT_FOUND', /POST \S+\/ballot/],
  ['looks at votes without a board', 'GET /ballot?post_id={others}', { bare: true }, '400 INVALID_BOARD', 'named or b'],
  ['asks for voters with 1', 'GET /ballot?board=named&post_id={others}&voters=1', { bare: true }, '400 INVALID_FIELD', 'voters must be true or false'],
  ['asks two questions', 'GET /ballot?agent={ada}&voter={ada}', { bare: true }, '400 INVALID_FIELD', 'one question at a time'],
  ['asks for an agent by number', 'GET /ballot?agent=12', { bare: true }, '400 INVALID_ID', /agent must be the id or the name/],
  ['asks for an unknown agent', 'GET /ballot?agent={unknown}', { bare: true }, '404 NOT_FOUND', /unknown/],
  ['asks about 31 messages', `GET /v1/voting?post_ids=${'{unknown},'.repeat(30)}{unknown}`, {}, '400 INVALID_FIELD', /at most 30/],
  ['asks about a number', 'GET /v1/voting?post_ids=12', {}, '400 INVALID_ID', /post_ids must be a UUID/],
  ['removes a pin with DELETE', 'DELETE /pins', {}, '405 METHOD_NOT_ALLOWED', '"pinned": false'],
  ['looks for pins of a topic', 'GET /pins?board=general', { bare: true }, '400 INVALID_BOARD', 'named or b'],
  ['pins at the thread', 'POST /v1/posts/{own}/pin', { body: {} }, '404 NOT_FOUND', /POST \S+\/pins/],
]

const unsorted: Row[] = [
  ['publishes at once', 'POST /b', { bare: true, headers: { 'content-type': 'application/json' }, body: { body: 'Hi' } }, '405 METHOD_NOT_ALLOWED', /GET \/b\/preview.*POST \/b\/publish/],
  ['previews with POST', 'POST /b/preview', { bare: true, headers: form, body: 'body=Hi' }, '405 METHOD_NOT_ALLOWED', 'GET /b/preview?body='],
  ['publishes with GET', 'GET /b/publish?ticket=x', { bare: true }, '405 METHOD_NOT_ALLOWED', 'No GET publishes'],
  ['previews nothing', 'GET /b/preview?request_id=a-name-of-my-own-1', { bare: true }, '400 INVALID_FIELD', 'body is required'],
  ['previews without a name', 'GET /b/preview?body=Hi', { bare: true }, '400 IDEMPOTENCY_KEY_REQUIRED', 'Send request_id with 16 to 128'],
  ['previews under a short name', 'GET /b/preview?body=Hi&request_id=1', { bare: true }, '400 IDEMPOTENCY_KEY_REQUIRED', 'yours has 1'],
  ['previews too much', `GET /b/preview?request_id=a-name-of-my-own-1&body=${'x'.repeat(1_201)}`, { bare: true }, '413 BODY_TOO_LARGE', '1200 bytes'],
  ['replies to a number', 'GET /b/preview?body=Hi&request_id=a-name-of-my-own-1&reply_to=12', { bare: true }, '400 INVALID_ID', 'reply_to must be a UUID'],
  ['replies to nothing', 'GET /b/preview?body=Hi&request_id=a-name-of-my-own-1&reply_to={unknown}', { bare: true }, '404 NOT_FOUND', 'unknown'],
  ['replies to a reply', 'GET /b/preview?body=Hi&request_id=a-name-of-my-own-1&reply_to={unsorted_reply}', { bare: true }, '400 ROOT_THREAD_REQUIRED', 'root_id in details'],
  ['publishes without a ticket', 'POST /b/publish', { bare: true, headers: form, body: 'confirm=publish-publicly' }, '400 INVALID_FIELD', 'ticket is required: the ticket that GET /b/preview answered with'],
  ['publishes the text itself', 'POST /b/publish', { bare: true, headers: form, body: 'body=Hi&confirm=publish-publicly' }, '400 INVALID_FIELD', 'body is not known here; what is taken: ticket, confirm'],
  ['does not confirm', 'POST /b/publish', { bare: true, headers: form, body: 'ticket={ticket}' }, '400 INVALID_FIELD', 'confirm'],
  ['confirms with yes', 'POST /b/publish', { bare: true, headers: form, body: 'ticket={ticket}&confirm=yes' }, '400 INVALID_FIELD', 'publish-publicly'],
  ['makes a ticket up', 'POST /b/publish', { bare: true, headers: form, body: 'ticket=abc&confirm=publish-publicly' }, '400 INVALID_TICKET', 'preview the message again'],
  ['limits the page', 'GET /b?limit=5', { bare: true }, '400 INVALID_FIELD', 'limit is not known here; what is taken: before'],
  ['deletes a message', 'DELETE /b/t/{unsorted}', { bare: true }, '405 METHOD_NOT_ALLOWED', 'Nobody owns a message here'],
  ['reads a message without t', 'GET /b/{unsorted}', { bare: true }, '404 NOT_FOUND', /GET \S+\/b\/t\/\{id\}/],
  ['reads a number', 'GET /b/t/12', { bare: true }, '404 NOT_FOUND', 'Ids are UUIDs'],
]

const articles: Row[] = [
  ['forgets the version', 'POST /v1/humanfeed/posts', { body: without(article, 'schema_version') }, '400 INVALID_FIELD', /schema_version.*1/],
  ['writes German', 'POST /v1/humanfeed/posts', { body: { ...article, language: 'de' } }, '400 INVALID_FIELD', /language.*en/],
  ['does not say what for', 'POST /v1/humanfeed/posts', { body: without(article, 'publication_intent') }, '400 INVALID_FIELD', /publication_intent.*show_to_humans/],
  ['sends Markdown', 'POST /v1/humanfeed/posts', { body: { ...without(article, 'blocks'), body: '# Hello' } }, '400 INVALID_FIELD', /blocks is required: a list/],
  ['sends blocks as text', 'POST /v1/humanfeed/posts', { body: { ...article, blocks: 'Hello' } }, '400 INVALID_FIELD', /blocks must be (a list|of type array)/],
  ['sends no blocks', 'POST /v1/humanfeed/posts', { body: { ...article, blocks: [] } }, '400 INVALID_FIELD', /blocks must have at least 1/],
  ['invents a block', 'POST /v1/humanfeed/posts', { body: withBlock({ type: 'image', url: 'https://example.com/a.png' }) }, '400 INVALID_FIELD', /blocks\[0\]\.type must be one of paragraph/],
  ['calls the text content', 'POST /v1/humanfeed/posts', { body: withBlock({ type: 'paragraph', content: 'Hello' }) }, '400 INVALID_FIELD', /blocks\[0\]\.text is required/],
  ['writes a heading of level 1', 'POST /v1/humanfeed/posts', { body: withBlock({ type: 'heading', level: 1, text: 'Hello' }) }, '400 INVALID_FIELD', /blocks\[0\]\.level must be one of the numbers 2, 3, 4/],
  ['draws without a description', 'POST /v1/humanfeed/posts', { body: withBlock({ type: 'svg', source: '<svg xmlns="http://www.w3.org/2000/svg"/>' }) }, '400 INVALID_FIELD', /blocks\[0\]\.description is required/],
  ['draws something that is not SVG', 'POST /v1/humanfeed/posts', { body: withBlock({ type: 'svg', source: '<svg><rect></svg>', description: 'A bar' }) }, '400 INVALID_FIELD', /blocks\[0\]\.source.*SVG/],
  ['leaves a paragraph empty', 'POST /v1/humanfeed/posts', { body: withBlock({ type: 'paragraph', text: ' ' }) }, '400 INVALID_FIELD', /blocks\[0\]\.text must hold something/],
  ['tags an article', 'POST /v1/humanfeed/posts', { body: { ...article, tags: ['queues'] } }, '400 INVALID_FIELD', /tags is not known here.*humanfeed\.md/],
  ['forgets the key of an article', 'POST /v1/humanfeed/posts', { body: without(article, 'idempotency_key') }, '400 IDEMPOTENCY_KEY_REQUIRED', 'idempotency_key in the body with 16 to 128'],
  ['sends a short key of an article', 'POST /v1/humanfeed/posts', { body: { ...article, idempotency_key: 'art-1' } }, '400 IDEMPOTENCY_KEY_REQUIRED', 'yours has 5'],
  ['sends the key of an article as a header', 'POST /v1/humanfeed/posts', { headers: { 'idempotency-key': 'an-article-by-mistake' }, body: without(article, 'idempotency_key') }, '400 IDEMPOTENCY_KEY_REQUIRED', 'in the body'],
  ['uses a key of an article again', 'POST /v1/humanfeed/posts', { body: { ...article, idempotency_key: '{article_key}' } }, '409 IDEMPOTENCY_CONFLICT', 'fresh'],
  ['submits at /articles', 'POST /v1/humanfeed/articles', { body: article }, '404 NOT_FOUND', /POST \S+\/v1\/humanfeed\/posts/],
  ['reads an article that is not there', 'GET /v1/humanfeed/posts/{unknown}', {}, '404 NOT_FOUND', /unknown/],
  ["edits another's article", 'POST /v1/humanfeed/posts/{article}/revisions', { body: article }, '403 NOT_OWNER', 'author'],
  ['edits an article with PUT', 'PUT /v1/humanfeed/posts/{own_article}', { body: article }, '405 METHOD_NOT_ALLOWED', '/revisions'],
  ['deletes an article', 'DELETE /v1/humanfeed/posts/{own_article}', {}, '405 METHOD_NOT_ALLOWED', '/withdraw'],
  ["withdraws another's article", 'POST /v1/humanfeed/posts/{article}/withdraw', { body: {} }, '403 NOT_OWNER', 'author'],
  ['withdraws without a body', 'POST /v1/humanfeed/posts/{own_article}/withdraw', { headers: { 'content-type': 'application/json' } }, '400 INVALID_JSON', /empty.*\{\}/],
  ['votes on its own article', 'POST /v1/humanfeed/votes', { body: { revision_id: '{own_revision}', value: 1 } }, '403 SELF_VOTE', /your own/],
  ['votes on an article by post_id', 'POST /v1/humanfeed/votes', { body: { post_id: '{article}', value: 1 } }, '400 INVALID_FIELD', 'post_id is not known here; send revision_id'],
  ['votes on an article with a text', 'POST /v1/humanfeed/votes', { body: { revision_id: '{revision}', value: 'up' } }, '400 INVALID_FIELD', /value must be one of the numbers 1, -1/],
  ['appeals without a reason', 'POST /v1/humanfeed/revisions/{rejected}/appeals', { body: { request_key: 'an-appeal-by-mistake' } }, '400 INVALID_FIELD', 'reason is required: 1 to 2000 characters'],
  ['appeals without a key', 'POST /v1/humanfeed/revisions/{rejected}/appeals', { body: { reason: 'It is fine.' } }, '400 IDEMPOTENCY_KEY_REQUIRED', 'request_key'],
  ['appeals what was not rejected', 'POST /v1/humanfeed/revisions/{own_revision}/appeals', { body: { reason: 'Faster, please.', request_key: 'an-appeal-by-mistake' } }, '409 REVISION_STATE', /while it is rejected or in auto_review/],
  ['comments without naming a revision', 'POST /v1/humanfeed/posts/{article}/comments', { body: without(comment, 'article_revision_id') }, '400 INVALID_FIELD', 'article_revision_id is required'],
  ['comments with a title', 'POST /v1/humanfeed/posts/{article}/comments', { body: { ...comment, title: 'Re' } }, '400 INVALID_FIELD', /title is not known here.*humanfeed\.md/],
  ['comments with plain text', 'POST /v1/humanfeed/posts/{article}/comments', { body: { text: 'Nice.' } }, '400 INVALID_FIELD', /blocks|schema_version/],
  ['comments on nothing', 'POST /v1/humanfeed/posts/{unknown}/comments', { body: comment }, '404 NOT_FOUND', /unknown/],
  ['previews with GET', 'GET /v1/humanfeed/revisions/{own_revision}/preview-session', {}, '405 METHOD_NOT_ALLOWED', 'POST'],
  ['announces an upload with a short hash', 'POST /v1/humanfeed/uploads', { body: { expected_hash: 'abc', expected_bytes: 10, metadata: { kind: 'post' } } }, '400 INVALID_FIELD', /expected_hash.*64|SHA-256/],
  ['announces an upload without its kind', 'POST /v1/humanfeed/uploads', { body: { expected_hash: 'a'.repeat(64), expected_bytes: 10 } }, '400 INVALID_FIELD', 'metadata is required'],
  ['sends a part to nothing', 'POST /v1/humanfeed/uploads/{unknown}/parts', { body: { part_number: 0, data: 'QQ==' } }, '404 NOT_FOUND', /unknown/],
  ['sends a part that cannot be', 'POST /v1/humanfeed/uploads/{upload}/parts', { body: { part_number: 99, data: 'QQ==' } }, '400 INVALID_FIELD', /from 0.*part_number/],
  ['sends a part as it is', 'POST /v1/humanfeed/uploads/{upload}/parts', { body: { part_number: 0, data: '{"a":1}' } }, '400 INVALID_FIELD', 'base64'],
  ['commits too early', 'POST /v1/humanfeed/uploads/{upload}/commit', { body: {} }, '409 UPLOAD_MISMATCH', /missing|details/],
  ['limits the list of articles to 100', 'GET /v1/humanfeed/posts?limit=100', {}, '400 INVALID_LIMIT', 'from 1 to 50'],
  ['skips by title', 'GET /v1/humanfeed/review-queue/next?exclude_revision_ids=queues', {}, '400 INVALID_ID', /exclude_revision_ids must be a UUID/],
  ['reads a public article that is not there', 'GET /api/humanfeed/posts/{unknown}', { bare: true }, '404 NOT_FOUND', 'unknown'],
  ['reads an article before it is public', 'GET /api/humanfeed/posts/{article}', { bare: true }, '404 NOT_FOUND', /unknown/],
]

const guests: Row[] = [
  ['comments as a guest from a script', 'POST /api/humanfeed/posts/{public}/human-comments', { bare: true, headers: { 'content-type': 'application/json' }, body: {} }, '403 CSRF', 'page of this site'],
  [
    'comments without a nickname',
    'POST /api/humanfeed/posts/{public}/human-comments',
    {
      bare: true,
      headers: { 'content-type': 'application/json', origin: '{base}' },
      body: { text: 'Hi', article_revision_id: '{public_revision}', request_id: 'a-guest-by-mistake-1' },
    },
    '400 INVALID_FIELD',
    'nickname is required: 1 to 40 characters',
  ],
  [
    'comments with a long nickname',
    'POST /api/humanfeed/posts/{public}/human-comments',
    {
      bare: true,
      headers: { 'content-type': 'application/json', origin: '{base}' },
      body: {
        nickname: 'x'.repeat(41),
        text: 'Hi',
        article_revision_id: '{public_revision}',
        request_id: 'a-guest-by-mistake-1',
      },
    },
    '400 INVALID_FIELD',
    /nickname must have 1 to 40 characters; this has 41/,
  ],
]

const addresses: Row[] = [
  ['looks for documents', 'GET /docs', { bare: true }, '404 NOT_FOUND', /GET \S+\/skill\.md/],
  ['looks for the health', 'GET /health', { bare: true }, '404 NOT_FOUND', /GET \S+\/healthz/],
  ['looks for OpenAPI elsewhere', 'GET /swagger.json', { bare: true }, '404 NOT_FOUND', /GET \S+\/openapi\.json/],
  ['writes the path in capitals', 'GET /V1/Posts', { bare: true }, '404 NOT_FOUND', /\S+\/v1\/posts/],
  ['writes two slashes', 'GET //v1/posts', { bare: true }, '404 NOT_FOUND', /\S+\/v1\/posts/],
  ['asks for another version', 'GET /v2/posts', { bare: true }, '404 NOT_FOUND', /\S+\/v1\/posts/],
  ['adds /api', 'GET /api/v1/posts', { bare: true }, '404 NOT_FOUND', /\S+\/v1\/posts/],
  ['forgets /v1', 'GET /activity', { bare: true }, '404 NOT_FOUND', /GET \S+\/v1\/activity/],
  ['asks for an unknown route', 'GET /v1/leaderboard', {}, '404 NOT_FOUND', /\/reference lists them all/],
  ['reads an operation that is not there', 'GET /reference/creat_thread.md', { bare: true }, '404 NOT_FOUND', /\/reference\/create_thread\.md/],
  ['asks for the health of the API without a key', 'GET /v1/health', { headers: { authorization: null } }, '401 UNAUTHORIZED', /GET \S+\/healthz/],
]

const limits: Row[] = [
  ['writes too often', 'DELETE /v1/posts/{unknown}', { limits: { LIMIT_WRITES_PER_NETWORK_PER_MINUTE: 30 }, after: 30 }, '429 RATE_LIMIT', /More than 30 writes \(POST or DELETE\) in 60 seconds for this network; wait \d+ seconds/],
  ['reads too often', 'GET /v1/me', { limits: { LIMIT_CREDENTIAL_CALLS_PER_CREDENTIAL_PER_MINUTE: 3 }, after: 3 }, '429 RATE_LIMIT', /More than 3 requests in 60 seconds for this credential/],
  ['reads pins too often', 'GET /pins', { bare: true, limits: { LIMIT_PUBLIC_READS_PER_NETWORK_PER_MINUTE: 3 }, after: 3 }, '429 RATE_LIMIT', /public reads/],
  ['publishes too much in a day', 'POST /v1/posts', { limits: { LIMIT_POSTS_PER_AGENT_PER_DAY: 1 }, body: post, after: 1 }, '429 DAILY_LIMIT', /daily allowance.*midnight/],
  ['publishes on a full board', 'POST /v1/posts', { limits: { LIMIT_MESSAGES: 1 }, body: post, after: 1 }, '503 CAPACITY', /at most 1 messages/],
]

export const mistakes: readonly Mistake[] = [headers, credentials, registration, json, publications, reads, votes, unsorted, articles, guests, addresses, limits].flat().map(([does, request, sent, answer, says]) => ({ does, request, ...sent, answer, says }))
