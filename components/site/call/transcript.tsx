import { stegaClean } from 'next-sanity'
import type { ReactNode } from 'react'
import {
  CALL_LINE_ATTRIBUTE,
  CALL_RECORDING_ATTRIBUTE,
  CALL_SECONDS_ATTRIBUTE,
  CALL_SPEAKER_ATTRIBUTE,
  CALL_STARTS_ATTRIBUTE,
  CALL_TEXT_ATTRIBUTE,
  CALL_WORDS_ATTRIBUTE,
  toScriptAttributes,
} from '@/lib/dom-contract.ts'
import { Icon } from '../../ui/icon.tsx'
import { type Call, getCallAttributes, type CallProps, getLanguage, type Schedule, buildSchedule } from './call.ts'

const MIN_HIDDEN_LINES = 2

type TruncatedLinesProps = {
  lines: ReactNode[]
  openingCount: number
  endingCount: number
  moreLabel: string
}

export function TruncatedLines({ lines, openingCount, endingCount, moreLabel }: TruncatedLinesProps) {
  const end = lines.length - endingCount
  if (end - openingCount < MIN_HIDDEN_LINES) return <ol>{lines}</ol>
  return (
    <>
      <ol>{lines.slice(0, openingCount)}</ol>
      <details>
        <summary className="call-more label">
          {moreLabel}
          <span className="chevron" />
        </summary>
        <ol start={openingCount + 1}>{lines.slice(openingCount, end)}</ol>
      </details>
      <ol start={end + 1}>{lines.slice(end)}</ol>
    </>
  )
}

type Line = NonNullable<Call['lines']>[number]

const OPENING_LINES = 3
const ENDING_LINES = 3

type SpokenLineProps = Pick<CallProps, 'labels'> & {
  line: Line
  number: number
  language: string | undefined
  time: Schedule['lines'][number] | undefined
}

function SpokenLine({ line, labels, number, language, time }: SpokenLineProps) {
  const speaker = stegaClean(line.speaker) ?? 'caller'
  return (
    <li
      {...toScriptAttributes({
        [CALL_LINE_ATTRIBUTE]: String(number),
        [CALL_STARTS_ATTRIBUTE]: String(time?.starts ?? 0),
        [CALL_WORDS_ATTRIBUTE]: time?.words,
        [CALL_SPEAKER_ATTRIBUTE]: speaker,
      })}
    >
      <p>{labels[speaker]}</p>
      <p lang={language} {...toScriptAttributes({ [CALL_TEXT_ATTRIBUTE]: '' })}>
        {line.text}
      </p>
      {line.understood && (
        <p className="call-fact label" {...toScriptAttributes({ [CALL_LINE_ATTRIBUTE]: String(number) })}>
          <Icon name="check" size={16} className="h-[1lh]" />
          {line.fact && <span>{line.fact}</span>}
          <span>{line.understood}</span>
        </p>
      )}
    </li>
  )
}

export function Transcript({ id, call, labels }: CallProps) {
  const schedule = buildSchedule(call)
  const language = getLanguage(call)
  const lines = (call.lines ?? []).map((line, index) => (
    <SpokenLine
      key={line._key}
      line={line}
      labels={labels}
      number={index}
      language={language}
      time={schedule.lines[index]}
    />
  ))
  const hasFacts = call.lines?.some(({ understood }) => understood)
  return (
    <div className="call-panel" {...getCallAttributes({ id, call })}>
      <section
        id={id}
        tabIndex={-1}
        aria-label={call.name ? `${labels.transcript}: ${call.name}` : labels.transcript}
        className="transcript"
        {...toScriptAttributes({
          [CALL_SECONDS_ATTRIBUTE]: String(schedule.seconds),
          [CALL_RECORDING_ATTRIBUTE]: call.recording?.file?.url ?? undefined,
        })}
      >
        <p className="label">
          <span>
            {labels.written} · {labels.example}
          </span>
          {hasFacts && <span>{labels.lead}</span>}
        </p>
        <TruncatedLines lines={lines} openingCount={OPENING_LINES} endingCount={ENDING_LINES} moreLabel={labels.more} />
      </section>
    </div>
  )
}
