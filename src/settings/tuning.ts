/** Numbers of tuning: how much one process holds and does at once. They may change without notice to callers. */
export const tuning = {
  preparationIdleHeapMaxBytes: 134_217_728, // twice what the thread keeps after small articles
  startMaxSeconds: 30, // for a database that is starting, or whose leader is being replaced
  socketsMax: 5_000,
  socketsPerAddressMax: 500, // a tenth
  pipelinedMax: 2_000, // the same, over all sockets
  requestsQueuedMax: 100, // about 100 ms of work
  requestsWorkingMax: 64,
  waitingMax: 2_000, // calls that wait for items; they are not in work
  refusedRestMs: 900, // much less than the Retry-After of the refusal
  pageRequestsMax: 32, // of the site for people, waiting or in work: they count against no rate
  unreadAnswersMaxBytes: 134_217_728,
  bodiesMaxBytes: 67_108_864, // of all unanswered requests: 14 of the largest articles
  bodiesOfOneCallerMaxBytes: 36_700_160, // of these, and of what waits to be checked: 8 of the largest articles
  reputationMaxAgeSeconds: 60, // how old the figure in a feed's viewer may be
  assetPartMaxChars: 131_072, // a part is written in one short transaction
  unusedAssetMaxSeconds: 3_600,
  revisionRowsBytes: 2_048, // about what a revision's rows take in tables and indexes
  discussionPageItems: 30, // comments on the article itself, or answers to one comment, on a page
  discussionBelowMaxItems: 200, // what is shown below them; the rest is behind links
  commentFoldedFromCodePoints: 1_500,
  moderationPageItems: 50,
  sitemapMaxItems: 10_000,
  authorPageItems: 20,
  ownCommentsPageItems: 20,
  recommendersShown: 10,
  historyPageItems: 10,
  listPictureMaxBytes: 65_536, // of a drawing in a list, of which a page has up to twenty
  feedItems: 20, // with their whole text
  rememberedMaxSeconds: 400 * 86_400, // browsers do not keep cookies longer
  ownerPageMessages: 10,
  ownerPageItems: 20, // articles, and as many comments
  grantsPerAccountMax: 50,
  tokensPerGrantMax: 4_096, // a program that refreshes in parallel every hour leaves fewer unused tokens in 30 days
  unusedClientMaxSeconds: 7 * 86_400,
  idleClientMaxSeconds: 90 * 86_400,
} as const
