/** The parameters of a feed that choose the page of its block of article activity. */

export type ArticleQuery = {
  humanfeed_before?: number | undefined
  humanfeed_after?: number | undefined
  humanfeed_limit?: number | undefined
}
