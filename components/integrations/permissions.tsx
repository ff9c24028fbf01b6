import type { Words } from '@/lib/words.ts'
import type { INTEGRATION_QUERY_RESULT } from '../../sanity/types.ts'

type Permission = NonNullable<NonNullable<INTEGRATION_QUERY_RESULT>['permissions']>[number]

type PermissionsProps = { permissions: Permission[]; words: Words['integrations'] }

/** What another system asks its owner for in plain words; the technical names are folded below them. */
export function Permissions({ permissions, words }: PermissionsProps) {
  const named = permissions.filter(({ scope }) => scope)
  return (
    <section className="mt-12">
      <div className="article-heading">
        <h2 id="permissions">{words.permissions}</h2>
      </div>
      <ul className="mt-4 border-b">
        {permissions.map((permission) => (
          <li key={permission._key} className="flex flex-wrap items-baseline justify-between gap-x-4 border-t py-3">
            <span className="font-semibold">{permission.words}</span>
            {permission.onlyToWrite && <span className="label text-accent">{words.onlyToWrite}</span>}
          </li>
        ))}
      </ul>
      {named.length > 0 && (
        <details className="label">
          <summary className="flex min-h-11 items-center gap-2 text-muted-foreground">
            {words.technical}
            <span className="chevron" />
          </summary>
          <ul className="grid gap-2 pb-2 font-mono text-sm wrap-anywhere">
            {named.map(({ _key, scope }) => (
              <li key={_key}>{scope}</li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}
