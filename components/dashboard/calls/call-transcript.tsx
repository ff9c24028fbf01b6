'use client'

import { CALL_FACTS, type TranscriptLine } from '@/lib/calls/call.ts'
import { markedPieces, type PlacedFact } from '@/lib/calls/facts.ts'
import { primaryToAccent } from '../../ui/color-scale.ts'
import { Icon } from '../../ui/icon.tsx'
import { formatDuration } from '@/lib/time/duration.ts'

const SPEAKERS = { caller: 'Caller', assistant: 'Assistant', person: 'Your team' } as const

type TranscriptProps = {
  lines: TranscriptLine[]
  /** Undefined for somebody who may not correct. */
  onCorrect: ((fact: PlacedFact) => void) | undefined
}

function Fact({ fact, onCorrect }: { fact: PlacedFact } & Pick<TranscriptProps, 'onCorrect'>) {
  return (
    <div className="call-fact">
      <p>
        <span className="block text-accent">{CALL_FACTS[fact.field]}</span>
        {fact.value}
        {fact.corrected && <span className="mt-0.5 flex items-center gap-1 text-muted-foreground">Corrected</span>}
      </p>
      {onCorrect && (
        <button
          type="button"
          className="call-correct"
          aria-label={`Correct: ${CALL_FACTS[fact.field]}`}
          onClick={() => onCorrect(fact)}
        >
          <Icon name="pencil" size={14} />
          Correct
        </button>
      )}
    </div>
  )
}

/** What was said, line by line: the words that gave a fact are marked, the fact is beside them. It cools from ember to ice. */
export function CallTranscript({ lines, onCorrect }: TranscriptProps) {
  return (
    <ol className="call-lines">
      {lines.map((line, position) => (
        <li key={position} id={`line-${position}`} className="call-line" data-speaker={line.speaker}>
          <span aria-hidden="true" className="call-thread" style={{ color: primaryToAccent(position, lines.length) }} />
          <div className="min-w-0">
            <p className="flex gap-2 text-muted-foreground">
              {SPEAKERS[line.speaker]}
              <span>{formatDuration(Math.floor(line.at))}</span>
            </p>
            <p className="call-said">
              {markedPieces(line).map(({ text, isMarked }, piece) =>
                isMarked ? <mark key={piece}>{text}</mark> : <span key={piece}>{text}</span>,
              )}
            </p>
          </div>
          {line.understood && line.understood.length > 0 && (
            <div className="call-facts">
              {line.understood.map((fact) => (
                <Fact key={fact.field} fact={{ ...fact, line: position }} onCorrect={onCorrect} />
              ))}
            </div>
          )}
        </li>
      ))}
    </ol>
  )
}
