/** What others wrote and drew stays in its box, on every page that shows it, on a phone and on a desk. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { article, comments, idsIn, previews, recommends, submits } from '../setup/articles.ts'
import { assertInBoxes } from '../setup/boxes.ts'
import { browser, missing } from '../setup/browser.ts'
import { assertFits, openPage, picture } from '../setup/browser-checks.ts'
import { authorizeUrl, pkce, registerClient, requestTokens } from '../setup/connections.ts'
import { hostileDrawings, hostileTexts } from '../setup/hostile.ts'
import { openListeningBoard } from '../setup/listening.ts'
import { moderatorOf } from '../setup/moderators.ts'
import type { Person } from '../setup/people.ts'

const unlimited = {
  LIMIT_ARTICLE_REVISIONS_PER_AGENT_PER_DAY: 0,
  LIMIT_PENDING_ARTICLES_PER_AGENT: 0,
  LIMIT_VOTES_PER_AGENT_PER_DAY: 0,
  LIMIT_COMMENTS_PER_AGENT_PER_DAY: 0,
  LIMIT_POSTS_PER_AGENT_PER_DAY: 0,
  LIMIT_GUEST_COMMENTS_PER_SESSION_PER_DAY: 0,
  LIMIT_GUEST_COMMENTS_PER_NETWORK_PER_DAY: 0,
}
const texts = Object.values(hostileTexts)
const drawings = Object.entries(hostileDrawings)
/** For pages that show one text each: piled marks, the widest character, a long word from right to left. */
const some = [0, 8, 9]
const redirect_uri = 'cursor://anysphere.cursor-mcp/callback'

const pictureOf = ([description, source]: [string, string], caption?: string) => ({
  type: 'svg',
  source,
  description,
  ...(caption && { caption }),
})

/** Enough English that the language check passes, or leaves it to the operator. */
const english = (times: number) => ({ type: 'paragraph', text: `${article().blocks[0]?.text} `.repeat(times) })

/** Every kind of block, with the same text in each. */
const blocksOf = (text: string) => [
  { type: 'heading', level: 2, text },
  { type: 'paragraph', text },
  { type: 'quote', text },
  { type: 'code', text },
  { type: 'list', items: [text, text], ordered: true },
]

describe('text and drawings of others in a browser', { skip: missing ?? false }, () => {
  let board: Awaited<ReturnType<typeof openListeningBoard>>
  let ada: Person
  let post: string
  let revision: string
  /** A comment with drawings below it, and the revision of one of those. */
  let thread: string
  let comment: string
  const phone = { width: 360, height: 740 }
  const sizes = [phone, { width: 1280, height: 900 }]

  /** Whatever the language check thinks of it, it becomes public. */
  async function publishes(author: Person, fields: Record<string, unknown>) {
    const answer = await submits(author, fields)
    assert.equal(answer.status, 202, JSON.stringify(answer.body))
    const sent = idsIn(answer)
    assert.notEqual(sent.status, 'rejected', JSON.stringify(answer.body.blocking_reasons))
    if (sent.status === 'auto_review') await moderatorOf(board).approves(sent.revision)
    for (const reader of await readers) assert.equal((await recommends(reader, sent.revision)).status, 200)
    return sent
  }
  let readers: Promise<Person[]>

  before(async () => {
    board = await openListeningBoard('sqlite', { limits: unlimited })
    readers = Promise.all(['rita', 'rolf'].map((name) => board.account(name)))
    ada = await board.account('ada')
    for (const text of texts)
      await publishes(ada, { title: text(160), blocks: [{ type: 'paragraph', text: text(280) }, english(30)] })
    const title = (hostileTexts['marks piled above and below'] as (length: number) => string)(160)
    const blocks = [
      english(150),
      ...texts.flatMap((text) => blocksOf(text(40))),
      ...drawings.map((drawing, n) => pictureOf(drawing, texts[n % texts.length]?.(200))),
    ]
    ;({ post, revision } = await publishes(ada, { title, blocks }))
    thread = idsIn(await comments(ada, post, revision)).post
    for (const [n, drawing] of drawings.entries()) {
      const text = texts[n % texts.length] as (length: number) => string
      const sent = await comments(ada, post, revision, {
        parent_id: thread,
        blocks: [english(8), ...blocksOf(text(30)), pictureOf(drawing, text(60))],
      })
      assert.notEqual(sent.body.revision_status, 'rejected', JSON.stringify(sent.body.blocking_reasons))
      assert.equal(sent.status, 202, JSON.stringify(sent.body))
      if (sent.body.revision_status === 'auto_review') await moderatorOf(board).approves(sent.body.revision.id)
      comment = sent.body.revision.id
    }
    for (const text of texts) assert.equal((await ada.posts({ title: text(150), body: text(400) })).status, 201)
  })
  after(() => board.close())

  for (const viewport of sizes)
    describe(`at ${viewport.width} pixels`, () => {
      let opened: Awaited<ReturnType<typeof openPage>>
      let blank: Page
      before(async () => {
        opened = await openPage(browser, board.url, { viewport })
        blank = await (opened.page.context() as BrowserContext).newPage()
      })
      after(() => opened[Symbol.asyncDispose]())

      async function assertContained(path: string, name: string) {
        const { page } = opened
        if (page.url() !== board.url + path) await page.goto(board.url + path, { waitUntil: 'networkidle' })
        await picture(page, `boxes-${name}-${viewport.width}`)
        await assertFits(page)
        await assertInBoxes(page, blank, name)
      }
      const assertNotTall = async (most: number) => {
        const height = (await opened.page.evaluate('document.documentElement.scrollHeight')) as number
        assert.ok(height <= most, `${opened.page.url()} is ${height} pixels tall`)
      }
      const pathOf = async (id: string) => new URL((await previews(ada, id)).body.url).pathname

      it('stay in their boxes in the list of articles', async () => {
        await assertContained('/humanfeed/', 'feed')
        await assertNotTall(20_000)
      })

      it('stay in their boxes in an article, its revisions and its preview', async () => {
        await assertContained(`/humanfeed/${post}?before=1`, 'article')
        await assertNotTall(100_000)
        await assertContained(`/humanfeed/${post}/history`, 'revisions')
        // The page and the preview are drawn by the same code, so one size is enough for the second.
        if (viewport === phone) await assertContained(await pathOf(revision), 'preview')
      })

      it('stay in their boxes in a discussion, a preview of a comment, receipts and names', async () => {
        const { page } = opened
        await page.goto(`${board.url}/humanfeed/${post}`)
        const receipts: string[] = []
        for (const [n, text] of texts.entries()) {
          const sent = {
            text: text(300),
            nickname: text(40),
            article_revision_id: revision,
            parent_comment_id: thread,
            n,
          }
          const { status, id } = (await page.evaluate(saysAsGuest(post, sent))) as { status: number; id: string }
          assert.ok([200, 201, 202].includes(status), `${n}: ${status}`)
          receipts.push(id)
        }
        const newest = receipts.at(-1)
        for (const n of some) await assertContained(`/humanfeed/receipts/${receipts[n]}`, `receipt ${n}`)
        await assertContained(`/humanfeed/${post}?thread=${thread}&reply=${newest}`, 'discussion')
        await assertNotTall(60_000)
        await assertContained(await pathOf(comment), 'preview of a comment')
        await assertContained('/humanfeed/', 'feed of a guest')
        await assertContained('/humanfeed/comments', 'own comments')
      })

      it('stay in their boxes on the form that connects a program, and where a person manages agents', async () => {
        const { page } = opened
        for (const n of some) {
          const client_name = texts[n]?.(40)
          const { client_id } = (await registerClient(board, { client_name, redirect_uris: [redirect_uri] })).body
          const { code_challenge, code_verifier } = pkce()
          await page.goto(board.url + authorizeUrl(client_id, code_challenge, { redirect_uri }))
          await assertFits(page)
          await assertInBoxes(page, blank, `link form ${n}`)
          await page.getByLabel('An agent with an API key').check()
          await page.getByLabel('Its API key').fill(ada.key)
          await page.getByRole('button', { name: 'Connect' }).click()
          const back = await page.getByRole('link', { name: /^Return to / }).getAttribute('href')
          const code = new URL(back as string).searchParams.get('code') as string
          const grant = { grant_type: 'authorization_code', code, client_id, code_verifier }
          assert.equal((await requestTokens(board, grant)).status, 200)
        }
        await page.goto(`${board.url}/agents/`)
        await page.getByLabel('Its API key').fill(ada.key)
        await page.getByRole('button', { name: 'Show the agent' }).click()
        await page.getByText('The key is right.').waitFor()
        await assertContained(new URL(page.url()).pathname, 'agent')
        const deletions = await page.getByRole('link', { name: /^Delete… / }).all()
        const paths = await Promise.all(deletions.map((link) => link.getAttribute('href')))
        for (const path of paths.slice(-2)) await assertContained(path as string, 'deletion')
      })
    })
})

/** In a page of the site: a comment under another nickname, as its script sends it. */
const saysAsGuest = (post: string, { n, ...sent }: { n: number } & Record<string, unknown>) => `(async () => {
  const { session } = await (await fetch('/api/humanfeed/human-session')).json()
  const answer = await fetch('/api/humanfeed/posts/${post}/human-comments', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(session && { 'x-csrf-token': session.csrf_token }) },
    body: JSON.stringify({ ...${JSON.stringify(sent)}, request_id: 'hostile-request-' + (${n} + 1000) }),
  })
  return { status: answer.status, id: (await answer.json()).id }
})()`
