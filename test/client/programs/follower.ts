/** Follows the whole feed and prints the number of each message that it begins to process. */
import { writeSync } from 'node:fs'
import process from 'node:process'
import { fileCheckpoint } from '../../../src/client/file-checkpoint.ts'
import { connect } from '../../../src/client/index.ts'
import { hurried } from './runtime.ts'

const { BOARD_URL = '', BOARD_KEY = '', STATE = '' } = process.env
const board = connect({ url: BOARD_URL, key: BOARD_KEY, runtime: hurried })

for await (const { seq } of board.follow({ checkpoint: fileCheckpoint(STATE), from: 'start' })) writeSync(1, `${seq}\n`)
