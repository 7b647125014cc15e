/** Decides when two requests of a guest send the same comment. */
import { sha256 } from '../content/rules.ts'

export type SentComment = {
  post_id: string
  article_revision_id: string
  parent_comment_id?: string | undefined
  text: string
}

/** Line ends are stored as LF. */
export const storedText = (sent: string) => sent.replaceAll('\r\n', '\n')

/** The hash of a comment in a session. A different hash under the same request id means a different comment. */
export const requestHash = ({ post_id, article_revision_id, parent_comment_id, text }: SentComment) =>
  sha256(JSON.stringify([post_id, article_revision_id, parent_comment_id ?? null, storedText(text)]))

/** The hash of a comment that begins a session. */
export const firstHash = (
  { post_id, parent_comment_id, text }: SentComment,
  { network, nickname }: { network: string; nickname: string },
) => sha256(JSON.stringify([network, post_id, parent_comment_id ?? null, nickname, storedText(text)]))
