import { useState } from 'react'
import { type DocumentActionComponent, getPublishedId, useClient } from 'sanity'
import { IntentLink } from 'sanity/router'

import { apiVersion } from '../../sanity/api-version.ts'
import { contentType } from '../../sanity/content-types.ts'

type User = { _id: string; _type: string; name: string | null }

const MAX_SHOWN_USERS = 50

const USERS_QUERY = `*[references($id) && _id != $id && _id != "drafts." + $id]{
  _id, _type, "name": coalesce(title, name, question, text, brand)
}[0...$limit]`

const mergeDrafts = (users: User[]): User[] => [
  ...new Map(users.map((user) => [getPublishedId(user._id), { ...user, _id: getPublishedId(user._id) }])).values(),
]

const Users = ({ users }: { users: User[] }) => (
  <div style={{ lineHeight: 1.5 }}>
    <p style={{ marginTop: 0 }}>
      {users.length === 1 ? 'One document uses this' : `${users.length} documents use this`}, so you can’t delete it
      yet. Replace it there and publish first.
    </p>
    <ul style={{ margin: 0, paddingLeft: '1.25rem' }}>
      {users.map(({ _id, _type, name }) => (
        <li key={_id}>
          <IntentLink intent="edit" params={{ id: _id, type: _type }}>
            {name ?? 'Untitled'}
          </IntentLink>{' '}
          ({contentType(_type)?.title ?? _type})
        </li>
      ))}
    </ul>
  </div>
)

/**
 * Wraps Sanity's delete action to list referring documents first.
 * The Content Lake rejects the deletion of a document with strong references.
 */
export const createDeleteUnused = (useDelete: DocumentActionComponent): DocumentActionComponent => {
  const DeleteUnused: DocumentActionComponent = (props) => {
    const defaultAction = useDelete(props)
    const client = useClient({ apiVersion })
    const [users, setUsers] = useState<User[]>([])
    if (!defaultAction) return defaultAction

    const checkThenDelete = async () => {
      const params = { id: getPublishedId(props.id), limit: MAX_SHOWN_USERS }
      const referringDocuments = mergeDrafts(
        await client.fetch<User[]>(USERS_QUERY, params, { perspective: 'raw', tag: 'users' }),
      )
      if (referringDocuments.length > 0) setUsers(referringDocuments)
      else defaultAction.onHandle?.()
    }

    return {
      ...defaultAction,
      onHandle: () => void checkThenDelete(),
      dialog:
        users.length === 0
          ? defaultAction.dialog
          : {
              type: 'dialog',
              header: 'Still in use',
              content: <Users users={users} />,
              onClose: () => setUsers([]),
            },
    }
  }
  return Object.assign(DeleteUnused, { action: useDelete.action, displayName: 'DeleteUnused' })
}
