import { startCallPlayers } from '../call-player.ts'
import { whenComplete } from '../when.ts'

whenComplete(startCallPlayers)
