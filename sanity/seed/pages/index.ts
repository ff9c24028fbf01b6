import type { SeedDocument } from '../types.ts'
import { about } from './about.ts'
import { contact } from './contact.ts'
import { features } from './features.ts'
import { home } from './home.ts'
import { hvacAiSdr } from './hvac-ai-sdr.ts'
import { hvacSeoServices } from './hvac-seo-services.ts'
import { pricing } from './pricing.ts'

export const pages: SeedDocument[] = [home, features, pricing, about, contact, hvacAiSdr, hvacSeoServices]
