import type { ReactNode } from 'react'
import { Icon } from '../../ui/icon.tsx'

type NoteField = {
  key: string
  label: ReactNode
  value: ReactNode
  note?: ReactNode
  action?: ReactNode
  isMarked?: boolean
  className?: string
}

type HandoverNoteProps = {
  title: ReactNode
  summary?: ReactNode
  fields: NoteField[]
  missing?: ReactNode
  rule?: { label: ReactNode; text: ReactNode; className?: string } | undefined
}

/** Renders the note about a call. The dashboard and the marketing picture share it. */
export function HandoverNote({ title, summary, fields, missing, rule }: HandoverNoteProps) {
  return (
    <>
      {title}
      {summary && <p className="mt-2 max-w-text">{summary}</p>}
      {fields.length > 0 && (
        <dl className="mt-4">
          {fields.map(({ key, label, value, note, action, isMarked, className = '' }) => (
            <div key={key} className={`note-field ${className}`} data-marked={isMarked || undefined}>
              <dt className="text-muted-foreground">{label}</dt>
              <dd className="min-w-0 font-medium wrap-anywhere">
                {value}
                {note && <span className="block font-normal text-muted-foreground">{note}</span>}
              </dd>
              {action && <dd>{action}</dd>}
            </div>
          ))}
        </dl>
      )}
      {missing && <p className="mt-3 text-muted-foreground">{missing}</p>}
      {rule && (
        <p className={`mt-4 border-t pt-3 ${rule.className ?? ''}`}>
          <span className="block text-muted-foreground">{rule.label}</span>
          {rule.text}
        </p>
      )}
    </>
  )
}

export function CallEnd({ needsOwner, children }: { needsOwner: boolean; children: ReactNode }) {
  return (
    <p
      className={`mt-4 flex items-center gap-3 rounded-lg p-3 font-medium ${needsOwner ? 'bg-primary-muted' : 'bg-accent-muted'}`}
    >
      <Icon
        name={needsOwner ? 'phone' : 'calendar'}
        size={20}
        className={needsOwner ? 'text-primary' : 'text-accent'}
      />
      {children}
    </p>
  )
}
