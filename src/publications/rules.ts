import { hash } from 'node:crypto'

/** Binds a request id to one exact request: route, target and every known field with its default filled in. */
export const contentHash = (route: string, fields: readonly (string | null)[]) =>
  hash('sha256', JSON.stringify([route, ...fields]), 'base64url')
