import { atlanta } from './atlanta.ts'
import { chicago } from './chicago.ts'
import { losAngeles } from './los-angeles.ts'
import { newYork } from './new-york.ts'
import { phoenix } from './phoenix.ts'

/** The cities in the order menus show them. */
export const cities = [newYork, losAngeles, chicago, phoenix, atlanta]
