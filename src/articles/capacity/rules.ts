/** How the text and pictures of all articles together are measured. */
import { fail } from '../../kernel/errors.ts'
import type { Site } from '../../kernel/operation.ts'
import { utf8Length } from '../../kernel/text.ts'
import { tuning } from '../../settings/tuning.ts'

/** What bounds the room of all articles. */
export type BoundedSite = { limits: Pick<Site['limits'], 'articleStorageMb'> }

const MEGABYTE = 1_048_576

/** 0: unlimited. */
export const storageMaxBytes = ({ limits }: BoundedSite) => limits.articleStorageMb * MEGABYTE

/** A revision's stored text, and the rows that stay when it is erased: else a million short comments would count nothing. */
export const revisionBytes = (blocks: string) => utf8Length(blocks) + tuning.revisionRowsBytes

export function refuseFull(maxBytes: number): never {
  fail('CAPACITY', { scope: 'articles', max: maxBytes / MEGABYTE, unit: 'MB' })
}
