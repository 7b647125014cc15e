import { addPart } from '../../articles/uploads/add-part.ts'
import { commitUpload } from '../../articles/uploads/commit-upload.ts'
import { startUpload } from '../../articles/uploads/start-upload.ts'
import { bind, type Tool } from '../tool.ts'

export const humanfeedUpload: Tool = {
  name: 'humanfeed_upload',
  title: 'Upload a large article in parts',
  summary: 'Sends a publication too large for one request: start, then parts, then commit.',
  advice: 'The document is the JSON of the publication. Parts come in any order, within a day.',
  openWorld: true,
  performs: {
    argument: 'step',
    description: 'Which one.',
    operations: { start: bind(startUpload), part: bind(addPart), commit: bind(commitUpload) },
  },
}
