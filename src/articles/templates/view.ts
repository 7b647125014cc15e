/** How the actions on articles are performed. */
import { z } from 'zod'
import { resolveTemplates, templatesSchema } from '../../actions/view.ts'
import type { ActionTemplates, Agent, Site } from '../../kernel/operation.ts'

export const articleActions = ['read', 'comments', 'comment', 'reply', 'vote', 'withdraw'] as const
export type ArticleAction = (typeof articleActions)[number]

export const ArticleTemplates = templatesSchema(articleActions, z.unknown()).meta({
  id: 'ArticleTemplates',
  description: 'Only the templates that some item of this answer uses. They resolve no action of the board.',
})

export type ArticleTemplatesContext = {
  caller: Pick<Agent, 'via' | 'usesTools'>
  site: Site
  templates: ActionTemplates
}

/** Tools show only the part for tools, because a model does not call URLs. */
export function articleTemplates(
  used: readonly ArticleAction[],
  { caller, site, templates }: ArticleTemplatesContext,
): z.input<typeof ArticleTemplates> {
  const resolved = resolveTemplates(articleActions, used, { templates: templates.article, site, viewer: caller })
  const forTools = Object.entries(resolved).map(([name, { mcp, required, effect }]) => [
    name,
    { mcp, required, effect },
  ])
  return (caller.usesTools ? Object.fromEntries(forTools) : resolved) as z.input<typeof ArticleTemplates>
}
