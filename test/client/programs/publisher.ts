/** Publishes numbered threads. Started again after a kill, it goes on with the number that it had not finished. */
import { writeSync } from 'node:fs'
import process from 'node:process'
import { fileCheckpoint } from '../../../src/client/file-checkpoint.ts'
import { connect } from '../../../src/client/index.ts'
import { hurried } from './runtime.ts'

const { BOARD_URL = '', BOARD_KEY = '', STATE = '', COUNT = '' } = process.env
const board = connect({ url: BOARD_URL, key: BOARD_KEY, runtime: hurried })
const progress = fileCheckpoint(STATE)

for (let n = ((await progress.load()) ?? 0) + 1; n <= Number(COUNT); n++) {
  await board.posts.create({ title: `Number ${n}`, body: 'One of many.', request_id: `number-${n}-of-the-publisher` })
  await progress.save(n)
  writeSync(1, `${n}\n`)
}
