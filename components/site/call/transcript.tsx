import { stegaClean } from 'next-sanity'
import type { ReactNode } from 'react'
import {
  CALL_LINE,
  CALL_RECORDING,
  CALL_SECONDS,
  CALL_SPEAKER,
  CALL_STARTS,
  CALL_TEXT,
  CALL_WORDS,
  scripted,
} from '@/lib/dom-contract.ts'
import { Icon } from '../../ui/icon.tsx'
import { type Call, callMarks, type CallProps, languageOf, type Schedule, scheduleOf } from './call.ts'

const HIDDEN_AT_LEAST = 2

type CutLinesProps = {
  lines: ReactNode[]
  opening: number
  ending: number
  more: string
}

export function CutLines({ lines, opening, ending, more }: CutLinesProps) {
  const end = lines.length - ending
  if (end - opening < HIDDEN_AT_LEAST) return <ol>{lines}</ol>
  return (
    <>
      <ol>{lines.slice(0, opening)}</ol>
      <details>
        <summary className="call-more label">
          {more}
          <span className="chevron" />
        </summary>
        <ol start={opening + 1}>{lines.slice(opening, end)}</ol>
      </details>
      <ol start={end + 1}>{lines.slice(end)}</ol>
    </>
  )
}

type Line = NonNullable<Call['lines']>[number]

const OPENING = 3
const ENDING = 3

type SpokenLineProps = Pick<CallProps, 'words'> & {
  line: Line
  number: number
  language: string | undefined
  time: Schedule['lines'][number] | undefined
}

function SpokenLine({ line, words, number, language, time }: SpokenLineProps) {
  const speaker = stegaClean(line.speaker) ?? 'caller'
  return (
    <li
      {...scripted({
        [CALL_LINE]: String(number),
        [CALL_STARTS]: String(time?.starts ?? 0),
        [CALL_WORDS]: time?.words,
        [CALL_SPEAKER]: speaker,
      })}
    >
      <p>{words[speaker]}</p>
      <p lang={language} {...scripted({ [CALL_TEXT]: '' })}>
        {line.text}
      </p>
      {line.understood && (
        <p className="call-fact label" {...scripted({ [CALL_LINE]: String(number) })}>
          <Icon name="check" size={16} className="h-[1lh]" />
          {line.fact && <span>{line.fact}</span>}
          <span>{line.understood}</span>
        </p>
      )}
    </li>
  )
}

export function Transcript({ id, call, words }: CallProps) {
  const schedule = scheduleOf(call)
  const language = languageOf(call)
  const lines = (call.lines ?? []).map((line, index) => (
    <SpokenLine
      key={line._key}
      line={line}
      words={words}
      number={index}
      language={language}
      time={schedule.lines[index]}
    />
  ))
  const hasFacts = call.lines?.some(({ understood }) => understood)
  return (
    <div className="call-panel" {...callMarks({ id, call })}>
      <section
        id={id}
        tabIndex={-1}
        aria-label={call.name ? `${words.transcript}: ${call.name}` : words.transcript}
        className="transcript"
        {...scripted({
          [CALL_SECONDS]: String(schedule.seconds),
          [CALL_RECORDING]: call.recording?.file?.url ?? undefined,
        })}
      >
        <p className="label">
          <span>
            {words.written} · {words.example}
          </span>
          {hasFacts && <span>{words.lead}</span>}
        </p>
        <CutLines lines={lines} opening={OPENING} ending={ENDING} more={words.more} />
      </section>
    </div>
  )
}
