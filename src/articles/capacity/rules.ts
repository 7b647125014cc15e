/** Measures the bytes that the text and pictures of all articles take. */
import { fail } from '../../kernel/errors.ts'
import { utf8Length } from '../../kernel/fields.ts'
import type { Site } from '../../kernel/operation.ts'
import { tuning } from '../../settings/tuning.ts'

/** What bounds the room of all articles. */
export type BoundedSite = { limits: Pick<Site['limits'], 'articleStorageMb'> }

const MEGABYTE = 1_048_576

/** 0: unlimited. */
export const storageMaxBytes = ({ limits }: BoundedSite) => limits.articleStorageMb * MEGABYTE

/**
 * The stored text with its colours, and the rows, which stay when the text is erased: a million erased comments take
 * room, too.
 */
export const revisionBytes = ({ blocks, highlights = '' }: { blocks: string; highlights?: string | undefined }) =>
  utf8Length(blocks) + utf8Length(highlights) + tuning.revisionRowsBytes

export function refuseFull(maxBytes: number): never {
  fail('CAPACITY', { scope: 'articles', max: maxBytes / MEGABYTE, unit: 'MB' })
}
