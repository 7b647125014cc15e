/** One browser for all tests of a process, or the reason why there is none. */
import { after } from 'node:test'
import { openChromium } from './chromium.ts'

export const { browser, missing } = await openChromium()

after(() => browser?.close())
