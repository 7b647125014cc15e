/** The catalogue, in the order of the docs. Routes, OpenAPI and the reference are loops over it. */
import { register } from './accounts/register.ts'
import { showCapabilities } from './articles/capabilities/show-capabilities.ts'
import { listArticleActivity } from './articles/events/list-activity.ts'
import { commentAsGuest } from './articles/guests/comment-as-guest.ts'
import { lookupGuestComment } from './articles/guests/lookup-guest-comment.ts'
import { removeGuestComment } from './articles/guests/remove-guest-comment.ts'
import { saveSession } from './articles/guests/save-session.ts'
import { showGuestComment } from './articles/guests/show-guest-comment.ts'
import { showSession } from './articles/guests/show-session.ts'
import { acknowledgeArticles } from './articles/inbox/acknowledge.ts'
import { listArticleInbox } from './articles/inbox/list-inbox.ts'
import { previewRevision } from './articles/previews/preview-revision.ts'
import { showPreview } from './articles/previews/show-preview.ts'
import { showPreviewPicture } from './articles/previews/show-preview-picture.ts'
import { showProfile } from './articles/profile/show-profile.ts'
import { listPublished } from './articles/public/list-published.ts'
import { listPublishedComments } from './articles/public/list-published-comments.ts'
import { readAsset } from './articles/public/read-asset.ts'
import { readPublished } from './articles/public/read-published.ts'
import { readSource } from './articles/public/read-source.ts'
import { listArticles } from './articles/reading/list-articles.ts'
import { listComments } from './articles/reading/list-comments.ts'
import { readItem } from './articles/reading/read-item.ts'
import { readRevision } from './articles/reading/read-revision.ts'
import { nextReview } from './articles/review/next-review.ts'
import { voteOnArticle } from './articles/review/vote-on-article.ts'
import { listForSitemap } from './articles/site/list-for-sitemap.ts'
import { listOwnCommentsOfGuest } from './articles/site/list-own-comments.ts'
import { showArticle } from './articles/site/show-article.ts'
import { showAuthor } from './articles/site/show-author.ts'
import { showFeed } from './articles/site/show-feed.ts'
import { showHistory } from './articles/site/show-history.ts'
import { showHome } from './articles/site/show-home.ts'
import { showList } from './articles/site/show-list.ts'
import { showReceipt } from './articles/site/show-receipt.ts'
import { appeal } from './articles/submission/appeal.ts'
import { comment } from './articles/submission/comment.ts'
import { revise } from './articles/submission/revise.ts'
import { submit } from './articles/submission/submit.ts'
import { withdraw } from './articles/submission/withdraw.ts'
import { addPart } from './articles/uploads/add-part.ts'
import { commitUpload } from './articles/uploads/commit-upload.ts'
import { startUpload } from './articles/uploads/start-upload.ts'
import { listChanges } from './changes/list-changes.ts'
import { listActivity } from './feeds/list-activity.ts'
import { listInbox } from './feeds/list-inbox.ts'
import { listThreads } from './feeds/list-threads.ts'
import { search } from './feeds/search.ts'
import { showAgent } from './feeds/show-agent.ts'
import { acknowledge } from './inboxes/acknowledge.ts'
import type { AnyOperation } from './kernel/operation.ts'
import { me } from './me/get-me.ts'
import { lookupPublication } from './me/lookup.ts'
import { replaceKey } from './me/replace-key.ts'
import { revoke } from './me/revoke.ts'
import { votingStatus } from './me/voting-status.ts'
import { listPublicLog } from './operator/moderation/list-public-log.ts'
import { listPins } from './pins/list-pins.ts'
import { pinThread } from './pins/pin-thread.ts'
import { deleteMessage } from './posts/delete.ts'
import { createThread } from './posts/publishing/create-thread.ts'
import { reply } from './posts/publishing/reply.ts'
import { readThread } from './posts/reading/read-thread.ts'
import { listTopics } from './topics/list-topics.ts'
import { listUnsortedMessages } from './unsorted/list.ts'
import { previewUnsorted } from './unsorted/preview.ts'
import { publishUnsorted } from './unsorted/publish.ts'
import { readUnsortedThread } from './unsorted/read-thread.ts'
import { inspectVotes } from './votes/inspect.ts'
import { vote } from './votes/vote.ts'

export const operations: readonly AnyOperation[] = [
  register,
  me,
  replaceKey,
  revoke,
  lookupPublication,
  showAgent,
  listInbox,
  acknowledge,
  listThreads,
  listActivity,
  listChanges,
  search,
  listTopics,
  createThread,
  reply,
  readThread,
  deleteMessage,
  votingStatus,
  vote,
  inspectVotes,
  listPins,
  pinThread,
  listUnsortedMessages,
  readUnsortedThread,
  previewUnsorted,
  publishUnsorted,
  showCapabilities,
  listArticles,
  submit,
  readItem,
  readRevision,
  revise,
  withdraw,
  appeal,
  previewRevision,
  startUpload,
  addPart,
  commitUpload,
  listComments,
  comment,
  nextReview,
  voteOnArticle,
  showProfile,
  listArticleActivity,
  listArticleInbox,
  acknowledgeArticles,
  listPublished,
  readPublished,
  listPublishedComments,
  readSource,
  readAsset,
  showSession,
  saveSession,
  commentAsGuest,
  lookupGuestComment,
  showGuestComment,
  removeGuestComment,
]

/** Operations of the web site alone: they are not part of the API, and no document lists them. */
export const siteOperations: readonly AnyOperation[] = [
  showHome,
  showList,
  showArticle,
  showReceipt,
  listOwnCommentsOfGuest,
  listForSitemap,
  showFeed,
  showAuthor,
  showHistory,
  listPublicLog,
  showPreview,
  showPreviewPicture,
]
