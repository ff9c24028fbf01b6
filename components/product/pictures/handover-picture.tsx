import { stegaClean } from 'next-sanity'
import { CALL_FACT_NAMES, type CallFact } from '@/lib/calls/call.ts'
import { fillWith } from '../../ui/fill.tsx'
import { CallEnd, HandoverNote } from '../handover-note.tsx'
import { onlyWide, type PictureProps } from './picture.ts'

/** Fields that a hero shows on a phone. */
const SHORT: ReadonlySet<CallFact> = new Set<CallFact>(['problem', 'address', 'window'])

/** A line of the call with the words marked that gave a field; their invisible marks for the preview stay. */
function Heard({ heard, quote }: { heard: string; quote: string | undefined }) {
  const words = stegaClean(quote)
  const start = words ? stegaClean(heard).indexOf(words) : -1
  if (!words || start === -1) return `“${heard}”`
  return (
    <>
      “{heard.slice(0, start)}
      <mark>{quote}</mark>
      {heard.slice(start + words.length)}”
    </>
  )
}

/** What a call ends as: what was said, nine fields, and how it ended. */
export function HandoverPicture({ picture, words, isHero }: PictureProps<'handoverPicture'>) {
  const { time, heard, quote, facts, rule, outcome } = picture
  const labels = words.product
  const needsOwner = stegaClean(picture.state) === 'attention'
  const quoted = stegaClean(picture.quoted)
  const known = CALL_FACT_NAMES.filter((field) => facts?.[field])
  const missing = CALL_FACT_NAMES.filter((field) => !facts?.[field]).map((field) => labels[field].toLowerCase())
  return (
    <div
      className={`overflow-hidden rounded-2xl border bg-card ${needsOwner ? 'border-primary/50' : 'border-accent/40'}`}
    >
      {heard && (
        <div className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-3 border-b bg-muted px-5 py-4">
          <p className="text-muted-foreground">
            {words.call.caller}
            <span className="data block">{time}</span>
          </p>
          <p>
            <Heard heard={heard} quote={quote} />
          </p>
        </div>
      )}
      <div className="p-5">
        <HandoverNote
          title={<p className="font-display text-lg leading-none font-semibold">{labels.handoverNote}</p>}
          fields={known.map((field) => ({
            key: field,
            label: labels[field],
            value: facts?.[field],
            isMarked: field === quoted,
            className: onlyWide(isHero && !SHORT.has(field)),
          }))}
          missing={
            known.length > 0 &&
            missing.length > 0 &&
            fillWith(labels.notFoundOut, { facts: <span>{missing.join(', ')}</span> })
          }
          rule={rule ? { label: labels.rule, text: rule, className: onlyWide(isHero) } : undefined}
        />
        {outcome && <CallEnd needsOwner={needsOwner}>{outcome}</CallEnd>}
      </div>
    </div>
  )
}
