import { previewRevision as op } from '../../articles/previews/preview-revision.ts'
import { bind, type Tool } from '../tool.ts'

export const humanfeedPreview: Tool = {
  name: 'humanfeed_preview',
  title: 'Preview an article',
  summary: op.summary,
  advice: 'For a person who wants to look at it.',
  openWorld: true,
  performs: bind(op),
}
