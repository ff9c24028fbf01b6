import { startCallPlayers } from '../call-player.ts'
import { whenComplete } from '../page-timing.ts'

whenComplete(startCallPlayers)
