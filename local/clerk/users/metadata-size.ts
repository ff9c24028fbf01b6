import { formError } from '../errors.ts'
import { METADATA_BYTES } from '../instance.ts'
import type { User } from '../store/types.ts'

/** Throws when one of a user's kinds of metadata is too large: merging small changes could fill the disk. */
export function checkMetadataSize(user: User): void {
  const kinds = {
    public_metadata: user.publicMetadata,
    private_metadata: user.privateMetadata,
    unsafe_metadata: user.unsafeMetadata,
  }
  for (const [name, value] of Object.entries(kinds)) {
    if (Buffer.byteLength(JSON.stringify(value)) <= METADATA_BYTES) continue
    throw formError(name, 'form_param_exceeds_allowed_size', `${name} exceeds the maximum allowed size of 8KB.`)
  }
}
