import { createHash } from 'node:crypto'

/** Binds a request id to one exact request: route, target and every known field with its default filled in. */
export const contentHash = (route: string, fields: readonly (string | null)[]) =>
  createHash('sha256')
    .update(JSON.stringify([route, ...fields]))
    .digest('base64url')
