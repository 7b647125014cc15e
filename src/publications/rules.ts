import { createHash } from 'node:crypto'
import { codePointLength } from '../kernel/text.ts'
import { termsOfMessage } from '../search/rules.ts'

/** Binds a request id to one exact request: route, target and every known field with its default filled in. */
export const contentHash = (route: string, fields: readonly (string | null)[]) =>
  createHash('sha256')
    .update(JSON.stringify([route, ...fields]))
    .digest('base64url')

/** Everything about a message's text that can be worked out before the writer's lock is held. */
export const measure = (title: string, body: string) => ({
  body_length: codePointLength(body),
  terms: termsOfMessage(title, body),
})
