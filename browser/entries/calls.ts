import { playCalls } from '../call-player.ts'
import { whenComplete } from '../when.ts'

whenComplete(playCalls)
