import type { Settings } from '../settings.ts'
import type { Store } from '../store/store.ts'
import type { EmailAddress, User } from '../store/types.ts'

/** Whether the response is for a browser or for the holder of the secret key, who also sees private metadata. */
export type Audience = 'frontend' | 'backend'

type Sources = { store: Store; settings: Settings }

/** What members of an organization see of each other. */
export function publicUserDataJson({ store, settings }: Sources, user: User) {
  return {
    user_id: user.id,
    identifier: primaryEmail(store, user)?.address ?? '',
    first_name: user.firstName,
    last_name: user.lastName,
    image_url: avatarUrl(settings, 'users', user.id),
    profile_image_url: avatarUrl(settings, 'users', user.id),
    has_image: false,
  }
}

export const primaryEmail = (store: Store, user: User): EmailAddress | undefined =>
  user.primaryEmailId === null ? undefined : store.emails.get(user.primaryEmailId)

/** The generated picture of a user or organization; see http/avatars.ts. */
export const avatarUrl = (settings: Settings, kind: 'users' | 'organizations', id: string): string =>
  `${settings.publicUrl}/v1/avatars/${kind}/${id}.svg`
