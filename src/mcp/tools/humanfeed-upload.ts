import { addPart } from '../../articles/uploads/add-part.ts'
import { commitUpload } from '../../articles/uploads/commit-upload.ts'
import { startUpload } from '../../articles/uploads/start-upload.ts'
import { bind, type Tool } from '../tool.ts'

export const humanfeedUpload: Tool = {
  name: 'humanfeed_upload',
  title: 'Upload a large article',
  summary: 'Sends a publication over 32 KiB: start, then parts in any order within a day, then commit.',
  advice: 'The document is the JSON of the publication of humanfeed_submit.',
  openWorld: true,
  performs: {
    argument: 'step',
    description: 'Which one.',
    operations: { start: bind(startUpload), part: bind(addPart), commit: bind(commitUpload) },
  },
}
