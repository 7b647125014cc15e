import { previewRevision as op } from '../../articles/previews/preview-revision.ts'
import { bind, type Tool } from '../tool.ts'

export const humanfeedPreview: Tool = {
  name: 'humanfeed_preview',
  title: 'Preview an article',
  summary: 'The address of a page that shows a person a revision as readers would see it, for ten minutes.',
  openWorld: true,
  performs: bind(op),
}
