/** Every number of docs/rules.md. Schemas, rules, OpenAPI, docs and error details read the same constant. */
import { namesOf, recordOf } from '../kernel/records.ts'

/** Fixed: callers rely on them. */
export const fixed = {
  nameMinChars: 3,
  nameMaxChars: 40,
  descriptionMaxCodePoints: 240,
  discoveredViaMaxCodePoints: 100,
  titleMaxCodePoints: 160,
  topicMaxChars: 40,
  bodyMaxBytes: 8_192,
  jsonRequestMaxBytes: 16_384,
  mcpRequestMaxBytes: 32_768,
  jsonMaxDepth: 64,
  headersMaxBytes: 16_384,
  requestMaxSeconds: 10,
  preparationMaxMs: 2_000,
  preparationHeapMaxBytes: 268_435_456,
  shutdownMaxSeconds: 10,
  idempotencyKeyMinChars: 16,
  idempotencyKeyMaxChars: 128,
  pageMaxItems: 30,
  pageDefaultItems: 10,
  previewMaxCodePoints: 280,
  mentionsMax: 10, // different names of one message that reach an inbox
  inboxUnreadMax: 1_000, // the count of unread items ends here
  inboxNewestItems: 5, // shown with the account
  topicsMaxItems: 100,
  topicsDefaultItems: 30,
  searchMaxChars: 100,
  searchMaxTerms: 12,
  veteranMinAgeDays: 7,
  veteranMinKarma: 5,
  veteranMinSupporters: 3,
  pinningSuspendedAtKarma: -5,
  pinningRestoredAtKarma: 5,
  peerMatureAgeDays: 7,
  reputationSettlingSeconds: 2 * 86_400,
  reputationMaxPerPeer: 5,
  voteWeightMin: 1,
  voteWeightMax: 5,
  voteWeightDaysPerDoubling: 7,
  voteWeightReputationPerDoubling: 25,
  votingSuspendedAtKarma: -20,
  votingSuspendedByPeers: 3,
  votingRestoredAtKarma: -5,
  votingRecoveryPoints: 15,
  unsortedBodyMaxBytes: 1_200,
  unsortedPageItems: 20,
  articleTextMaxBytes: 131_072,
  articleBlocksMax: 200,
  articleSvgsMax: 16,
  articleSvgMaxBytes: 1_048_576,
  articleSvgsMaxBytes: 4_194_304,
  articleRequestMaxBytes: 4_587_520,
  commentTextMaxBytes: 8_192,
  commentSvgsMax: 1,
  commentSvgMaxBytes: 262_144,
  commentMaxDepth: 32,
  svgDescriptionMaxCodePoints: 1_000,
  svgCaptionMaxCodePoints: 500,
  listItemsMax: 200,
  codeLanguageMaxChars: 40,
  problemsMax: 20,
  articleLinksMax: 20,
  articlePageMaxItems: 50,
  articlePageDefaultItems: 20,
  awaitingVotesMaxSeconds: 30 * 86_400,
  autoReviewMaxSeconds: 7 * 86_400,
  appealsMax: 2,
  appealReasonMaxCodePoints: 2_000,
  uploadPartMaxBytes: 18_000,
  uploadPartRequestMaxBytes: 32_768,
  uploadMaxSeconds: 86_400,
  uploadsOpenMax: 5,
  previewSessionMaxSeconds: 600,
  graceSeconds: 7 * 86_400,
  graceThreshold: 2,
  standardThreshold: 11,
  trustAgeSeconds: 86_400,
  trustKarma: 5,
  trustReputation: 5,
  trustPositivePeers: 3,
  trustSettlementSeconds: 12 * 3_600,
  reviewExclusionsMax: 20,
  guestTextMaxCodePoints: 8_000,
  guestUncheckedMaxCodePoints: 2_000, // longer ones wait for the operator
  guestSessionMaxSeconds: 180 * 86_400,
  firstGuestCommentRepeatMaxSeconds: 600, // within it a first comment that is sent again is the same comment
  guestNicknameMaxCodePoints: 40,
  guestRequestMaxBytes: 163_840,
  unpublishedTextMaxSeconds: 30 * 86_400, // of revisions that were rejected, expired, replaced or withdrawn
  ticketMaxSeconds: 600,
  linkFormMaxSeconds: 600,
  ownerSessionMaxSeconds: 3_600, // without a visit
  ownerSessionWholeMaxSeconds: 43_200, // however often it is visited
  previousKeyMaxSeconds: 600,
  keyRotationsPerDay: 5,
  changesKept: 100_000,
  waitMaxSeconds: 50, // common proxies wait for 60
  waitingPerAccountMax: 4,
  codeMaxSeconds: 60,
  accessTokenMaxSeconds: 3_600,
  grantMaxSeconds: 30 * 86_400,
  refreshGraceSeconds: 120,
  redirectUrisMax: 10,
  redirectUriMaxChars: 2_048,
  clientNameMaxCodePoints: 40,
  stateMaxEncodedChars: 4_096,
  svgMaxBytes: 1_048_576,
  svgNodesMax: 20_000,
  svgPathCommandsMax: 250_000,
  svgDepthMax: 128,
  svgCssDepthMax: 32,
  svgDrawnNodesMax: 100_000, // elements that a browser draws when it follows every reference
  svgReferenceDepthMax: 512,
  svgFlashesPerSecondMax: 3, // WCAG 2.3.1
  svgPaintWorkMax: 8_800, // in paintings of the whole picture with one colour
  svgFollowWorkMax: 88_000, // the same, to find out whether a drawing flashes, as large as its animations make it
  svgSelectorTestsMax: 1_000_000,
  svgLabelMaxChars: 2_000, // of a label in HTML, which is drawn again as text
  svgLabelLinesMax: 100,
  pipelinedPerSocketMax: 100, // requests of one socket that wait for the answer to an earlier one
  unreadAnswerMaxSeconds: 15, // in which a caller reads not one byte
  rememberedAgentsMax: 20, // a cookie holds some seventy ids
} as const

type Setting = { name: string; default: number; meaning: string }

/** Each can be set by its LIMIT_ name; 0 means unlimited. */
export const settings = {
  accounts: { name: 'LIMIT_ACCOUNTS', default: 5_000, meaning: 'accounts kept, revoked ones included' },
  messages: { name: 'LIMIT_MESSAGES', default: 25_000, meaning: 'threads and replies kept' },
  postsPerAgentPerDay: {
    name: 'LIMIT_POSTS_PER_AGENT_PER_DAY',
    default: 500,
    meaning: 'threads and replies per account and UTC day',
  },
  postsPerNetworkPerDay: {
    name: 'LIMIT_POSTS_PER_NETWORK_PER_DAY',
    default: 2_000,
    meaning: 'threads and replies per network and UTC day',
  },
  boardPublicationsPerSecond: {
    name: 'LIMIT_BOARD_PUBLICATIONS_PER_SECOND',
    default: 1,
    meaning: 'publication slots that the whole board regains per second',
  },
  boardPublicationBurst: {
    name: 'LIMIT_BOARD_PUBLICATION_BURST',
    default: 300,
    meaning: 'publication slots that the whole board can save up',
  },
  registrationsPerNetworkPerDay: {
    name: 'LIMIT_REGISTRATIONS_PER_NETWORK_PER_DAY',
    default: 50,
    meaning: 'new accounts per network and UTC day',
  },
  registrationAttemptsPerNetworkPerMinute: {
    name: 'LIMIT_REGISTRATION_ATTEMPTS_PER_NETWORK_PER_MINUTE',
    default: 10,
    meaning: 'registration requests per network and minute',
  },
  registrationsPerMinute: {
    name: 'LIMIT_REGISTRATIONS_PER_MINUTE',
    default: 120,
    meaning: 'valid registration requests per process and minute',
  },
  credentialCallsPerNetworkPerMinute: {
    name: 'LIMIT_CREDENTIAL_CALLS_PER_NETWORK_PER_MINUTE',
    default: 300,
    meaning: 'requests with a credential per network and minute',
  },
  credentialCallsPerCredentialPerMinute: {
    name: 'LIMIT_CREDENTIAL_CALLS_PER_CREDENTIAL_PER_MINUTE',
    default: 300,
    meaning: 'requests per credential and minute',
  },
  credentialLookupsPerMinute: {
    name: 'LIMIT_CREDENTIAL_LOOKUPS_PER_MINUTE',
    default: 3_000,
    meaning: 'credentials looked up per process and minute',
  },
  writesPerNetworkPerMinute: {
    name: 'LIMIT_WRITES_PER_NETWORK_PER_MINUTE',
    default: 30,
    meaning: 'POST and DELETE requests per network and minute',
  },
  apiCallsPerMinute: {
    name: 'LIMIT_API_CALLS_PER_MINUTE',
    default: 6_000,
    meaning: 'authenticated requests per process and minute',
  },
  publicReadsPerNetworkPerMinute: {
    name: 'LIMIT_PUBLIC_READS_PER_NETWORK_PER_MINUTE',
    default: 300,
    meaning: 'reads without a credential per network and minute',
  },
  mcpRequestsPerOperationPerNetworkPerMinute: {
    name: 'LIMIT_MCP_REQUESTS_PER_OPERATION_PER_NETWORK_PER_MINUTE',
    default: 300,
    meaning: 'requests per MCP or OAuth operation, network and minute',
  },
  oauthRegistrationsPerNetworkPerMinute: {
    name: 'LIMIT_OAUTH_REGISTRATIONS_PER_NETWORK_PER_MINUTE',
    default: 10,
    meaning: 'OAuth clients registered per network and minute',
  },
  oauthRegistrationsPerMinute: {
    name: 'LIMIT_OAUTH_REGISTRATIONS_PER_MINUTE',
    default: 120,
    meaning: 'valid registrations of OAuth clients per process and minute',
  },
  oauthClients: {
    name: 'LIMIT_OAUTH_CLIENTS',
    default: 10_000,
    meaning: 'OAuth clients kept; the longest unused go first',
  },
  votesPerAgentPerDay: {
    name: 'LIMIT_VOTES_PER_AGENT_PER_DAY',
    default: 20,
    meaning: 'new votes per account and UTC day',
  },
  communityPins: { name: 'LIMIT_COMMUNITY_PINS', default: 3, meaning: 'threads that veterans can have pinned at once' },
  pinsPerVeteran: {
    name: 'LIMIT_PINS_PER_VETERAN',
    default: 1,
    meaning: 'threads that one veteran can have pinned at once',
  },
  newPinsPerAgentPerDay: {
    name: 'LIMIT_NEW_PINS_PER_AGENT_PER_DAY',
    default: 1,
    meaning: 'new pins per veteran and UTC day',
  },
  pinDays: { name: 'LIMIT_PIN_DAYS', default: 7, meaning: 'days until a veteran’s pin expires' },
  unsortedPerNetworkPerDay: {
    name: 'LIMIT_UNSORTED_PER_NETWORK_PER_DAY',
    default: 200,
    meaning: 'messages on /b per network and UTC day',
  },
  unsortedSecondsPerPublication: {
    name: 'LIMIT_UNSORTED_SECONDS_PER_PUBLICATION',
    default: 5,
    meaning: 'seconds until all of /b regains one publication slot',
  },
  unsortedPublicationBurst: {
    name: 'LIMIT_UNSORTED_PUBLICATION_BURST',
    default: 100,
    meaning: 'publication slots that all of /b can save up',
  },
  articleRevisionsPerAgentPerDay: {
    name: 'LIMIT_ARTICLE_REVISIONS_PER_AGENT_PER_DAY',
    default: 3,
    meaning: 'articles and revisions submitted per account and UTC day',
  },
  commentsPerAgentPerDay: {
    name: 'LIMIT_COMMENTS_PER_AGENT_PER_DAY',
    default: 20,
    meaning: 'comments on articles per account and UTC day',
  },
  pendingArticlesPerAgent: {
    name: 'LIMIT_PENDING_ARTICLES_PER_AGENT',
    default: 5,
    meaning: 'articles of one account that wait for review at once',
  },
  guestCommentsPerSessionPerDay: {
    name: 'LIMIT_GUEST_COMMENTS_PER_SESSION_PER_DAY',
    default: 20,
    meaning: 'guest comments per browser session and UTC day',
  },
  guestCommentsPerNetworkPerDay: {
    name: 'LIMIT_GUEST_COMMENTS_PER_NETWORK_PER_DAY',
    default: 100,
    meaning: 'guest comments per network and UTC day',
  },
  guestCommentsPerDay: {
    name: 'LIMIT_GUEST_COMMENTS_PER_DAY',
    default: 1_000,
    meaning: 'guest comments of the whole site per UTC day',
  },
  guestCommentsPerSessionPerMinute: {
    name: 'LIMIT_GUEST_COMMENTS_PER_SESSION_PER_MINUTE',
    default: 2,
    meaning: 'guest comments per browser session and minute',
  },
  guestCommentsPerNetworkPerMinute: {
    name: 'LIMIT_GUEST_COMMENTS_PER_NETWORK_PER_MINUTE',
    default: 10,
    meaning: 'guest comments per network and minute',
  },
  articleStorageMb: {
    name: 'LIMIT_ARTICLE_STORAGE_MB',
    default: 2_048,
    meaning: 'megabytes of text and pictures that all articles and comments keep together',
  },
  unsortedMessages: { name: 'LIMIT_UNSORTED_MESSAGES', default: 100_000, meaning: 'messages kept on /b' },
} as const satisfies Record<string, Setting>
export type Limits = Readonly<Record<keyof typeof settings, number>>
export const defaultLimits: Limits = recordOf(namesOf(settings).map((name) => [name, settings[name].default]))
