import { Icon } from '../ui/icon.tsx'

const buttonClass = 'label inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-full px-4 font-medium'

/** Stops and starts a played call, or shows the whole of it. Not there where calls are not played. */
export function CallControls() {
  return (
    <span className="call-controls">
      <button type="button" data-call-action="play" className={`${buttonClass} border border-line hover:border-ink`}>
        <span className="call-pause">
          <Icon name="pause" size={16} />
          Pause
        </span>
        <span className="call-play">
          <Icon name="play" size={16} />
          Play
        </span>
        <span className="call-replay">
          <Icon name="play" size={16} />
          Play again
        </span>
      </button>
      <button type="button" data-call-action="finish" className={`${buttonClass} text-muted hover:text-ink`}>
        Show all of it
      </button>
    </span>
  )
}
