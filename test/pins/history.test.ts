import assert from 'node:assert/strict'
import { it } from 'node:test'
import { seededRandom } from '../../src/seed/rules.ts'
import { type Board, onEachEngine } from '../board.ts'
import { isSoak } from '../setup/databases.ts'
import { DAY, openPinBoard, type Pinner, withConnection } from '../setup/pinners.ts'
import { PinningModel } from '../setup/pinning-model.ts'

const AGENTS = 8
const STEPS = { sqlite: isSoak ? 3_000 : 500, postgres: isSoak ? 800 : 300 }
/** Met by the longer history only. */
const rare = ['veteran → suspended', 'suspended → veteran', 'PINNING_SUSPENDED']
const SEED = 20_261_115

/** A random life of a small board, and the same life of the model. */
class History {
  readonly model = new PinningModel()
  people: Pinner[] = []
  #registered = 0
  readonly board: Board
  readonly #chance = seededRandom(SEED)
  /** What the others think of an author changes now and then: so karma sinks, and recovers. */
  readonly #mood = new Map<string, number>()

  constructor(board: Board) {
    this.board = board
  }

  async step() {
    const dice = this.#chance()
    if (this.people.length < AGENTS) await this.#register()
    if (dice < 0.5) await this.#vote()
    else if (dice < 0.65) await this.#publish()
    else if (dice < 0.82) await this.#pin()
    else if (dice < 0.88) this.board.passTime(Math.floor(this.#chance() * 2 * DAY))
    else if (dice < 0.94) await this.#delete()
    else if (dice < 0.946) await this.#revoke()
    else if (dice < 0.975) this.#mood.set(this.#pick(this.people).name, this.#chance() < 0.5 ? 0.05 : 0.95)
    else await this.compare()
    this.model.settle(this.board.now())
  }

  #pick = <T>(list: readonly T[]) => list[Math.floor(this.#chance() * list.length)] as T
  #person = (name: string) => this.people.find((person) => person.name === name)

  async #register() {
    const name = `agent-${++this.#registered}`
    this.people.push(await withConnection(this.board, await this.board.account(name)))
    this.model.register(name, this.board.now())
  }

  async #publish() {
    const author = this.#pick(this.people)
    const roots = this.model.posts.filter(({ id, root }) => id === root)
    const root = roots.length > 5 && this.#chance() < 0.6 ? this.#pick(roots).id : undefined
    const { body } = root ? await author.replies(root) : await author.posts()
    this.model.posts.push({ id: body.id, author: author.name, root: root ?? body.id })
  }

  async #vote() {
    if (this.model.posts.length === 0) return
    const [voter, post] = [this.#pick(this.people), this.#pick(this.model.posts.slice(-20))]
    const value = this.#chance() < (this.#mood.get(post.author) ?? 0.7) ? 1 : -1
    const { status, body } = await voter.send('/ballot', { board: 'named', post_id: post.id, value })
    if (status !== 200 || body.replayed) return // which votes count is another test's business
    this.model.votes.push({ voter: voter.name, author: post.author, post: post.id, value, weight: body.weight })
  }

  async #delete() {
    if (this.model.posts.length < 20) return
    const { id, author } = this.#pick(this.model.posts)
    const person = this.#person(author)
    if (!person) return // the author is revoked and cannot delete
    assert.equal((await person.deletes(id)).status, 200)
    this.model.delete(id)
  }

  /** Whoever comes next has to qualify again. */
  async #revoke() {
    const person = this.#pick(this.people)
    const { body } = await person.revokes()
    assert.equal(body.community_pins_retired, this.model.revoke(person.name))
    this.people = this.people.filter((other) => other !== person)
  }

  async #pin() {
    if (this.model.posts.length === 0) return
    const person = this.#pick(this.people)
    const pinned = this.#chance() < 0.8
    const thread =
      this.model.pins.length > 0 && this.#chance() < 0.3
        ? this.#pick(this.model.pins).thread
        : this.#pick(this.model.posts).id
    const expected = pinned
      ? this.model.pin(person.name, thread, this.board.now())
      : this.model.unpin(person.name, thread)

    const { status, body } = await (pinned ? person.pins(thread) : person.unpins(thread))

    const outcome = body.error?.code ?? (body.replayed ? 'replayed' : pinned ? 'pinned' : 'unpinned')
    assert.deepEqual([outcome, status === 200], [expected, !body.error])
  }

  /** Everything that the board says about pinning is what the model says. */
  async compare() {
    for (const { name, pinning } of this.people) assert.deepEqual(await pinning(), this.model.status(name), name)
    const { body } = await this.board.call('/pins')
    assert.deepEqual(
      body.pinned.map((pin: { pinner: string; thread_id: string; expires_at: number }) => [
        pin.pinner,
        pin.thread_id,
        pin.expires_at,
      ]),
      this.model.pins.map(({ by, thread, expires }) => [by, thread, expires]),
    )
  }
}

onEachEngine('a history of pins', (engine) => {
  it(`matches a model of the rules over ${STEPS[engine]} random steps`, async (t) => {
    await using board = await openPinBoard(engine, {
      LIMIT_POSTS_PER_NETWORK_PER_DAY: 0,
      LIMIT_BOARD_PUBLICATION_BURST: 0,
    })
    const history = new History(board)
    for (let step = 1; step <= STEPS[engine]; step++) {
      try {
        await history.step()
      } catch (error) {
        throw new Error(`at step ${step}`, { cause: error })
      }
    }
    const met = Object.fromEntries(history.model.met)
    t.diagnostic(JSON.stringify(met))
    const wanted = ['newcomer → veteran', 'pinned', ...(STEPS[engine] === 3_000 ? rare : [])]
    for (const outcome of wanted) assert.ok((met[outcome] ?? 0) > 0, `the history never met ${outcome}`)
  })
})
