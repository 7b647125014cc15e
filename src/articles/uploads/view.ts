import { z } from 'zod'
import type { Upload } from './table.ts'

export const UploadStatus = z
  .object({
    upload_id: z.uuid(),
    received_parts: z.array(z.int().min(0)).meta({ description: 'The numbers of the parts that have arrived.' }),
    received_bytes: z.int().min(0),
    expected_bytes: z.int().min(1),
    expires_at: z.int(),
    notice: z.string().optional().meta({ description: 'Only while other parts have arrived and part 0 has not.' }),
  })
  .meta({ id: 'UploadStatus' })

export const uploadView = (upload: Upload, received_parts: number[]): z.input<typeof UploadStatus> => ({
  upload_id: upload.id,
  received_parts,
  received_bytes: upload.received_bytes,
  expected_bytes: upload.expected_bytes,
  expires_at: upload.expires_at,
  ...(received_parts.length > 0 &&
    received_parts[0] !== 0 && { notice: 'Parts are numbered from 0, and part 0 has not arrived yet.' }),
})
