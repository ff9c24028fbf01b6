import { Fragment, type ReactNode } from 'react'
import { CALL_TAB_ATTRIBUTE } from '@/lib/dom-contract.ts'
import { formatDuration } from '@/lib/platform/time/duration.ts'
import { Icon } from '../../ui/icon.tsx'
import { CallCard } from './call-card.tsx'
import { type CallProps, isTextOnly, RESULT_ICONS, getResult, buildSchedule } from './call.ts'
import { Transcript } from './transcript.tsx'

type CallChoice = Pick<CallProps, 'id' | 'call'>

type CallPickerProps = Pick<CallProps, 'labels'> & {
  name: string
  calls: CallChoice[]
  children: ReactNode
}

function ChoiceLabel({ id, call, labels }: CallProps) {
  const result = getResult(call)
  return (
    <label
      htmlFor={`${id}-tab`}
      className="mt-2.5 flex min-h-11 cursor-pointer items-center gap-4 rounded-2xl border px-4 py-1.5 leading-snug font-semibold hover:border-foreground"
    >
      <Icon name={RESULT_ICONS[result]} size={22} />
      <span className="flex-1">
        {call.name ?? call.startedAt}
        <span className="label block font-normal text-muted-foreground">
          {call.startedAt && `${call.startedAt} · `}
          {labels[result]}
        </span>
      </span>
      {isTextOnly(call) ? (
        <span className="label font-normal text-muted-foreground">{labels.readOnly}</span>
      ) : (
        call.recording?.file && (
          <span className="data text-sm font-normal text-muted-foreground">
            {formatDuration(Math.round(buildSchedule(call).seconds))}
          </span>
        )
      )}
    </label>
  )
}

const CallParts = (props: CallProps) => (
  <div className="call-parts">
    <CallCard {...props} />
    <Transcript {...props} />
  </div>
)

/** Renders several sample calls to choose from. Radio buttons support arrow keys without a script. */
export function CallPicker({ name, calls, labels, children }: CallPickerProps) {
  const [first, ...otherCalls] = calls
  return (
    <div className="call-picker">
      <div className="pb-3">{children}</div>
      {first && otherCalls.length === 0 && <CallParts {...first} labels={labels} />}
      {otherCalls.length > 0 && (
        <div role="radiogroup" aria-label={labels.tabs} className="call-choice">
          {calls.map(({ id, call }, index) => (
            <Fragment key={id}>
              <input
                type="radio"
                id={`${id}-tab`}
                name={name}
                defaultChecked={index === 0}
                className="sr-only"
                {...{ [CALL_TAB_ATTRIBUTE]: '' }}
              />
              <ChoiceLabel id={id} call={call} labels={labels} />
              <CallParts id={id} call={call} labels={labels} />
            </Fragment>
          ))}
        </div>
      )}
    </div>
  )
}
