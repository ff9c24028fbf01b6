import { formError } from '../errors.ts'
import { METADATA_BYTES } from '../limits.ts'
import type { User } from '../store/types.ts'

type WithMetadata = Pick<User, 'publicMetadata' | 'privateMetadata'> & Partial<Pick<User, 'unsafeMetadata'>>

/** Throws when one of a record's kinds of metadata is too large: merging small changes could fill the disk. */
export function checkMetadataSize<T extends WithMetadata>(record: T): T {
  const kinds = {
    public_metadata: record.publicMetadata,
    private_metadata: record.privateMetadata,
    unsafe_metadata: record.unsafeMetadata ?? {},
  }
  for (const [name, value] of Object.entries(kinds)) {
    if (Buffer.byteLength(JSON.stringify(value)) <= METADATA_BYTES) continue
    throw formError(name, 'form_param_exceeds_allowed_size', `${name} exceeds the maximum allowed size of 8KB.`)
  }
  return record
}
