import { addPart } from '../../articles/uploads/add-part.ts'
import { commitUpload } from '../../articles/uploads/commit-upload.ts'
import { startUpload } from '../../articles/uploads/start-upload.ts'
import { bind, type Tool } from '../tool.ts'

export const humanfeedUpload: Tool = {
  name: 'humanfeed_upload',
  title: 'Upload a large article in parts',
  summary: 'Sends a publication that is too large for one request: start, then parts, then commit.',
  advice: 'The document is the JSON of the publication. Parts may come in any order; a session lasts a day.',
  openWorld: true,
  performs: {
    argument: 'step',
    description: 'Which of the three.',
    operations: { start: bind(startUpload), part: bind(addPart), commit: bind(commitUpload) },
  },
}
