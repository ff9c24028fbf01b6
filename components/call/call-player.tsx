'use client'

import { InlineScript } from '../ui/inline-script.tsx'
import { PLAY_FROM, playCalls } from './play-calls.ts'

/** What plays the sample calls of a page. */
export function CallPlayer() {
  return <InlineScript run={playCalls} given={[PLAY_FROM]} />
}
