import { stegaClean } from 'next-sanity'
import type { ReactNode } from 'react'
import { CALL_FACT_NAMES, type CallFact } from '@/lib/dashboard/model/call.ts'
import { CallEnd, HandoverNote } from '../../dashboard/calls/handover-note.tsx'
import { CallSummaryRow, getTone } from '../../dashboard/today/call-summary-row.tsx'
import { fill, fillWith } from '../../ui/fill.tsx'
import { type PictureProps, getPhoneHiddenClass, type PictureOf } from './picture.ts'

type PhoneProps = {
  isCropped?: boolean
  children: ReactNode
}

export function Phone({ isCropped = false, children }: PhoneProps) {
  return (
    <div
      className={`rounded-[2.25rem] border border-input bg-background p-3.5 sm:p-5 ${isCropped ? 'max-sm:max-h-80 max-sm:overflow-clip max-sm:[mask-image:linear-gradient(#000_80%,transparent)]' : ''}`}
    >
      {children}
    </div>
  )
}

export function PagingPicture({ picture, labels }: PictureProps<'pagingPicture'>) {
  const { time, day, sender, headline, address, fee, answers = [] } = picture
  const productLabels = labels.product
  const fields = [
    { label: productLabels.address, value: address },
    { label: productLabels.window, value: picture.window },
    { label: productLabels.fee, value: fee },
  ].filter(({ value }) => value)
  return (
    <Phone>
      <p className="text-center font-display text-title font-semibold figures sm:mt-4 sm:text-figure">{time}</p>
      <p className="text-center text-muted-foreground sm:mt-2">{day}</p>
      <div className="mt-4 overflow-hidden rounded-2xl border border-primary/50 bg-card sm:mt-10">
        <div className="p-4">
          <p className="text-muted-foreground">{sender}</p>
          <p className="mt-1 text-base leading-snug font-semibold text-primary">{headline}</p>
          {fields.length > 0 && (
            <dl className="mt-2">
              {fields.map(({ label, value }) => (
                <div key={label} className="note-field md:max-lg:block">
                  <dt className="text-muted-foreground">{label}</dt>
                  <dd className="min-w-0 font-medium">{value}</dd>
                </div>
              ))}
            </dl>
          )}
        </div>
        {answers.length > 0 && (
          <ul className="flex border-t text-center font-semibold">
            {answers.map((answer) => (
              <li key={answer} className="flex-1 p-3 not-first:border-l">
                {answer}
              </li>
            ))}
          </ul>
        )}
      </div>
    </Phone>
  )
}

const SHORT_LIST_LENGTH = 2

type Call = NonNullable<PictureOf<'morningPicture'>['calls']>[number]

const isUnresolved = ({ state }: Call) => stegaClean(state) === 'needsYou'

const HANDLED_STATES: ReadonlySet<Call['state']> = new Set(['booked', 'rescheduled', 'canceled'])

export function MorningPicture({ picture, labels, isHero }: PictureProps<'morningPicture'>) {
  const { time, sentence, calls = [] } = picture
  const productLabels = labels.product
  const waitingCalls = calls.filter((call) => isUnresolved(call))
  const otherCalls = calls.filter((call) => !isUnresolved(call))
  const renderRows = (listedCalls: Call[], offset: number) => (
    <ul className="-mr-2 -ml-2.5">
      {listedCalls.map((call, index) => {
        const state = stegaClean(call.state)
        const urgency = stegaClean(call.urgency)
        return (
          <CallSummaryRow
            key={call._key}
            tone={getTone({ needsOwner: state === 'needsYou', isBooked: HANDLED_STATES.has(state) })}
            time={call.time}
            summary={call.words}
            attention={call.attention}
            urgency={urgency && fill(productLabels.wanted, { urgency: productLabels[urgency].toLowerCase() })}
            visit={call.window}
            state={state && productLabels[state]}
            className={`px-2 ${getPhoneHiddenClass(isHero && offset + index >= SHORT_LIST_LENGTH)}`}
          />
        )
      })}
    </ul>
  )
  if (picture.isWindow) {
    return (
      <div className="panel p-5 pb-2 floating sm:px-7 sm:pt-6">
        <p className="mb-2 font-display text-xl leading-tight font-semibold">{sentence}</p>
        {renderRows([...waitingCalls, ...otherCalls], 0)}
      </div>
    )
  }
  return (
    <Phone isCropped={isHero}>
      <p className="data text-center max-sm:pt-1">{time}</p>
      <p className="mt-3 mb-2 font-display text-xl leading-tight font-semibold text-balance">{sentence}</p>
      {waitingCalls.length > 0 && renderRows(waitingCalls, 0)}
      {waitingCalls.length > 0 && otherCalls.length > 0 && (
        <p className="mt-3 border-t pt-4 font-semibold">{productLabels.sinceClosed}</p>
      )}
      {otherCalls.length > 0 && renderRows(otherCalls, waitingCalls.length)}
    </Phone>
  )
}

const SHORT_NOTE_FACTS: ReadonlySet<CallFact> = new Set<CallFact>(['problem', 'address', 'window'])

/** Highlights the quoted words and keeps their stega marks. */
function HighlightedQuote({ label, quote }: { label: string; quote: string | undefined }) {
  const quotedText = stegaClean(quote)
  const start = quotedText ? stegaClean(label).indexOf(quotedText) : -1
  if (!quotedText || start === -1) return `“${label}”`
  return (
    <>
      “{label.slice(0, start)}
      <mark>{quote}</mark>
      {label.slice(start + quotedText.length)}”
    </>
  )
}

export function HandoverPicture({ picture, labels, isHero }: PictureProps<'handoverPicture'>) {
  const { time, heard, quote, facts, rule, outcome } = picture
  const productLabels = labels.product
  const isUnresolved = stegaClean(picture.state) === 'attention'
  const quotedField = stegaClean(picture.quoted)
  const knownFacts = CALL_FACT_NAMES.filter((field) => facts?.[field])
  const missingFacts = CALL_FACT_NAMES.filter((field) => !facts?.[field]).map((field) =>
    productLabels[field].toLowerCase(),
  )
  return (
    <div
      className={`overflow-hidden rounded-2xl border bg-card ${isUnresolved ? 'border-primary/50' : 'border-accent/40'}`}
    >
      {heard && (
        <div className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-3 border-b bg-muted px-5 py-4">
          <p className="text-muted-foreground">
            {labels.call.caller}
            <span className="data block">{time}</span>
          </p>
          <p>
            <HighlightedQuote label={heard} quote={quote} />
          </p>
        </div>
      )}
      <div className="p-5">
        <HandoverNote
          title={<p className="font-display text-lg leading-none font-semibold">{productLabels.handoverNote}</p>}
          fields={knownFacts.map((field) => ({
            key: field,
            label: productLabels[field],
            value: facts?.[field],
            isMarked: field === quotedField,
            className: getPhoneHiddenClass(isHero && !SHORT_NOTE_FACTS.has(field)),
          }))}
          missing={
            knownFacts.length > 0 &&
            missingFacts.length > 0 &&
            fillWith(productLabels.notFoundOut, { facts: <span>{missingFacts.join(', ')}</span> })
          }
          rule={rule ? { label: productLabels.rule, text: rule, className: getPhoneHiddenClass(isHero) } : undefined}
        />
        {outcome && <CallEnd needsOwner={isUnresolved}>{outcome}</CallEnd>}
      </div>
    </div>
  )
}
