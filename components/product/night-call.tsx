import type { ReactNode } from 'react'
import { Badge, type Tone } from '../ui/badge.tsx'

/** Ember while somebody has to act, ice once it is booked. */
export function toneOf({ needsOwner, isBooked }: { needsOwner: boolean; isBooked: boolean }): Tone {
  if (needsOwner) return 'primary'
  return isBooked ? 'accent' : 'quiet'
}

type NightCallProps = {
  tone: Tone
  time: ReactNode
  /** The moment of the call, where it is known. */
  dateTime?: string
  words: ReactNode
  /** Why it needs the owner. */
  attention?: ReactNode
  /** Who was told of it, and who has it. */
  note?: ReactNode
  urgency?: ReactNode
  /** The window of the visit. */
  visit?: ReactNode
  state: ReactNode
  /** Opens the call; a picture of the list opens nothing. */
  onOpen?: () => void
  className?: string
}

/** A call as a row of the morning list, in the dashboard and in its picture on the site. */
export function NightCall({ tone, dateTime, onOpen, className = '', ...call }: NightCallProps) {
  const Time = dateTime ? 'time' : 'span'
  const words = (
    <>
      <span className="line-clamp-2">{call.words}</span>
      {call.attention && <span className="mt-1 block text-primary">{call.attention}</span>}
      {call.note && <span className="mt-1 block text-muted-foreground">{call.note}</span>}
    </>
  )
  return (
    <li className={`today-row ${className}`} data-tone={tone}>
      <Time dateTime={dateTime} className="data whitespace-nowrap text-muted-foreground [grid-area:time]">
        {call.time}
      </Time>
      {onOpen ? (
        <button type="button" className="today-words" onClick={onOpen}>
          {words}
        </button>
      ) : (
        <span className="today-words">{words}</span>
      )}
      <span className="text-muted-foreground [grid-area:urgency]">{call.urgency}</span>
      <span className="today-window data text-muted-foreground">{call.visit}</span>
      <span className="justify-self-end [grid-area:state]">
        <Badge tone={tone}>{call.state}</Badge>
      </span>
    </li>
  )
}
