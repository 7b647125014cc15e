import assert from 'node:assert/strict'
import { it } from 'node:test'
import { seededRandom } from '../../src/seed/rules.ts'
import { sql } from '../../src/storage/sql.ts'
import { type Board, onEachEngine, openBoard, type Person } from '../board.ts'
import { isSoak } from '../setup/databases.ts'
import { VotingModel } from '../setup/voting-model.ts'

const DAY = 86_400
const AGENTS = 14
const STEPS = { sqlite: isSoak ? 10_000 : 1_000, postgres: isSoak ? 2_000 : 1_000 }
const HOUR = 3_600
/** Met by the longer history only. */
const rare = ['VOTING_SUSPENDED', 'weight 2', 'suspended', 'recovered']

/** A random life of a small board, and the same life of the model. */
class History {
  readonly model = new VotingModel()
  readonly people = new Map<string, Person>()
  readonly outcomes = new Map<string, number>()
  readonly board: Board
  readonly #chance: () => number
  /** What the others think of an author changes now and then: so karma sinks, and recovers. */
  readonly #mood = new Map<string, number>()
  #registered = 0

  constructor(board: Board, seed: number) {
    this.board = board
    this.#chance = seededRandom(seed)
  }

  async step() {
    const dice = this.#chance()
    if (this.#active().length < AGENTS) await this.#register()
    if (dice < 0.72) await this.#vote()
    else if (dice < 0.86) await this.#publish()
    else if (dice < 0.9) this.board.passTime(Math.floor(this.#chance() * 6 * HOUR))
    else if (dice < 0.94) this.board.passTime(Math.floor(this.#chance() * 2 * DAY))
    else if (dice < 0.955) await this.#delete()
    else if (dice < 0.957) await this.#revoke()
    else if (dice < 0.97) this.#mood.set(this.#pick(this.#active()), this.#chance() < 0.5 ? 0.05 : 0.95)
    else await this.compare()
  }

  #active = () => [...this.model.accounts.values()].filter(({ revoked }) => !revoked).map(({ name }) => name)
  #pick = <T>(list: readonly T[]) => list[Math.floor(this.#chance() * list.length)] as T
  #person = (name: string) => this.people.get(name) as Person

  async #register() {
    const name = `agent-${++this.#registered}`
    this.people.set(name, await this.board.account(name, { from: `198.51.100.${this.#registered % 250}` }))
    this.model.register(name, this.board.now())
  }

  async #publish() {
    const author = this.#pick(this.#active())
    const roots = this.model.posts.filter(({ id, root }) => id === root)
    const root = roots.length > 5 && this.#chance() < 0.7 ? this.#pick(roots).id : undefined
    const { body } = root ? await this.#person(author).replies(root) : await this.#person(author).posts()
    this.model.posts.push({ id: body.id, author, root: root ?? body.id })
  }

  async #vote() {
    if (this.model.posts.length === 0) return
    const voter = this.#pick(this.#active())
    // Mostly something new, so that allowances are used; sometimes anything at all.
    const post = this.#chance() < 0.8 ? this.#pick(this.model.posts.slice(-40)) : this.#pick(this.model.posts)
    const value = this.#chance() < (this.#mood.get(post.author) ?? 0.6) ? 1 : -1
    const expected = this.model.vote(voter, post.id, value, this.board.now())

    const { status, body } = await this.#person(voter).send('/ballot', { board: 'named', post_id: post.id, value })

    if ('refused' in expected) assert.equal(body.error?.code, expected.refused)
    else assert.deepEqual([status, body.replayed, body.weight], [200, expected.replayed, expected.weight])
    if (status === 200) assert.deepEqual({ score: body.score, up: body.up, down: body.down }, this.model.tally(post.id))
    const outcome =
      'refused' in expected ? expected.refused : expected.replayed ? 'replayed' : `weight ${expected.weight}`
    this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1)
  }

  async #delete() {
    if (this.model.posts.length < 30) return
    const { id, author } = this.#pick(this.model.posts)
    if (this.model.accounts.get(author)?.revoked) return
    assert.equal((await this.#person(author).deletes(id)).status, 200)
    this.model.delete(id)
  }

  async #revoke() {
    const name = this.#pick(this.#active())
    assert.equal((await this.#person(name).revokes()).status, 200)
    this.model.revoke(name)
  }

  /** Everything that the board says to one agent about votes is what the model says. */
  async compare() {
    const name = this.#pick(this.#active())
    const person = this.#person(name)
    const expected = this.model.allowance(name, this.board.now())
    const me = (await person.me()).body
    assert.deepEqual(me.voting, expected)
    assert.deepEqual([me.karma, me.pinning.supporters], [expected.karma, this.model.supporters(name)])

    const posts = this.model.posts.slice(-25)
    const status = (await person.get(`/v1/voting?post_ids=${posts.map(({ id }) => id).join(',')}`)).body
    assert.deepEqual(status.voting, expected)
    const feed = (await person.get('/v1/activity?limit=30')).body
    const { weight: _mayBeAMinuteOld, ...fresh } = feed.viewer.voting
    const { can_vote, remaining, daily_limit, suspended } = expected
    assert.deepEqual(fresh, { can_vote, remaining, daily_limit, suspended })
    const states = new Map(status.items.map((item: { id: string }) => [item.id, item]))
    for (const item of feed.items) {
      const predicted = this.#predict(name, item, expected)
      assert.deepEqual([item.your_vote, item.vote_state.reason], predicted)
      assert.deepEqual({ score: item.score }, { score: this.model.tally(item.id).score })
      const offered = item.actions.find((action: { template: string }) => action.template === 'vote')
      assert.equal(offered !== undefined, predicted[1] === null || predicted[1] === 'already_voted')
      const listed = states.get(item.id) as { your_vote: number; vote_state: { reason: string } } | undefined
      if (listed) assert.deepEqual([listed.your_vote, listed.vote_state.reason], predicted)
    }
  }

  #predict(
    name: string,
    { id, author }: { id: string; author: string },
    { suspended, can_vote }: { suspended: boolean; can_vote: boolean },
  ): [number | null, string | null] {
    const vote = this.model.votes.find(({ voter, post }) => voter === name && post === id)
    if (author === name) return [null, 'self_vote']
    if (vote) return [vote.value, 'already_voted']
    return [null, suspended ? 'suspended' : can_vote ? null : 'daily_limit']
  }

  /** Kept columns against a recount of the rows. */
  async recount() {
    const differences = await this.board.db.read('recount', (tx) =>
      tx.all(sql`
        SELECT 'karma' AS what, a.id FROM accounts a WHERE a.karma <> COALESCE(
          (SELECT SUM(v.value * v.weight) FROM votes v JOIN posts p ON p.id = v.post_id WHERE p.author_id = a.id), 0)
        UNION ALL
        SELECT 'tally', p.id FROM posts p WHERE (p.score, p.up, p.down) <> (SELECT
          COALESCE(SUM(v.value * v.weight), 0), COALESCE(SUM(CASE WHEN v.value = 1 THEN 1 ELSE 0 END), 0),
          COALESCE(SUM(CASE WHEN v.value = -1 THEN 1 ELSE 0 END), 0) FROM votes v WHERE v.post_id = p.id)
        UNION ALL
        SELECT 'peer', r.voter_id FROM peers r WHERE (r.ups, r.downs) <> (SELECT
          COALESCE(SUM(CASE WHEN v.value = 1 THEN 1 ELSE 0 END), 0), COALESCE(SUM(CASE WHEN v.value = -1 THEN 1 ELSE 0 END), 0)
          FROM votes v WHERE v.author_id = r.author_id AND v.voter_id = r.voter_id)
        UNION ALL
        SELECT 'orphan', v.post_id FROM votes v WHERE NOT EXISTS (SELECT 1 FROM posts p WHERE p.id = v.post_id)`),
    )
    assert.deepEqual(differences, [])
  }
}

onEachEngine('a history of votes', (engine) => {
  it(`matches a model of the rules over ${STEPS[engine]} random steps`, async (t) => {
    await using board = await openBoard(engine, {
      limits: {
        LIMIT_VOTES_PER_AGENT_PER_DAY: 6,
        LIMIT_POSTS_PER_AGENT_PER_DAY: 0,
        LIMIT_POSTS_PER_NETWORK_PER_DAY: 0,
        LIMIT_BOARD_PUBLICATION_BURST: 0,
        LIMIT_MESSAGES: 0,
      },
    })
    const history = new History(board, 20_261_115)
    for (let step = 1; step <= STEPS[engine]; step++) {
      try {
        await history.step()
        if (step % 1_000 === 0) await history.recount()
      } catch (error) {
        throw new Error(`at step ${step}`, { cause: error })
      }
    }
    const { outcomes, model } = history
    const met = Object.fromEntries([...outcomes, ['suspended', model.suspensions], ['recovered', model.recoveries]])
    t.diagnostic(JSON.stringify(met))
    const wanted = [
      'replayed',
      'VOTE_IMMUTABLE',
      'SELF_VOTE',
      'DAILY_LIMIT',
      'weight 1',
      ...(STEPS[engine] === 10_000 ? rare : []),
    ]
    for (const outcome of wanted) assert.ok((met[outcome] ?? 0) > 0, `the history never met ${outcome}`)
  })
})
