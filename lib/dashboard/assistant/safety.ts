import type { SafetyKind } from '../model/safety.ts'
import type { Language } from '../model/instructions.ts'

/*
 * Dangers to life, most urgent first. The company's keywords add to them and cannot disable them. The advice follows
 * public authorities. Keep the English and Spanish texts in sync.
 */

type SafetyGuide = {
  /** Description for the vendor's prompt. It completes a sentence that starts with "when". */
  description: string
  /** Advice that the assistant gives before it asks any question. */
  advice: Record<Language, string>
  /** Whether the caller must leave the building. If not, the assistant still asks about gas, smoke and alarms. */
  isEvacuation: boolean
  source: string
}

export const SAFETY_GUIDE: Record<SafetyKind, SafetyGuide> = {
  gas: {
    description: 'gas leaks, smells or hisses: natural gas, propane, rotten eggs, sulfur',
    advice: {
      en: 'Leave the house now, and do not touch any switches. Call 911 from outside, and your gas utility as well.',
      es: 'Salga de la casa ahora y no toque ningún interruptor. Llame al 911 desde fuera, y también a su compañía de gas.',
    },
    isEvacuation: true,
    source: 'https://www.peoplesgasdelivery.com/safety/co.aspx',
  },
  'carbon-monoxide': {
    description:
      'a carbon monoxide alarm sounds, or people feel dizzy, sick or faint while a heater or a generator runs',
    advice: {
      en: 'Leave the house now, with everyone in it. Call 911 from outside, and do not go back in until they say it is safe.',
      es: 'Salgan todos de la casa ahora. Llame al 911 desde fuera, y no entren hasta que les digan que es seguro.',
    },
    isEvacuation: true,
    source: 'https://www.cdc.gov/carbon-monoxide/about/index.html',
  },
  fire: {
    description: 'there is fire or smoke, or equipment glows',
    advice: {
      en: 'Leave the house now, and close the door behind you. Call 911 from outside.',
      es: 'Salga de la casa ahora y cierre la puerta. Llame al 911 desde fuera.',
    },
    isEvacuation: true,
    source: 'https://www.usfa.fema.gov/prevention/home-fires/',
  },
  electrical: {
    description: 'sparks, arcing, a burning-plastic smell, or scorched, melted or hot electrical parts',
    advice: {
      en: 'Keep away from it and touch nothing. If you can reach the breaker safely, switch it off. If you see smoke or flames, leave and call 911 from outside.',
      es: 'Aléjese y no toque nada. Si puede llegar al breaker sin peligro, apáguelo. Si ve humo o llamas, salga y llame al 911 desde fuera.',
    },
    isEvacuation: false,
    source: 'https://www.usfa.fema.gov/prevention/home-fires/prevent-fires/electrical/',
  },
  'water-electrical': {
    description: 'water drips on, or stands at, a panel, an outlet, wiring or controls',
    advice: {
      en: 'Stay out of the water, and touch neither the panel nor anything that is plugged in. If you see sparks or smoke, leave and call 911 from outside.',
      es: 'No pise el agua y no toque el panel ni nada enchufado. Si ve chispas o humo, salga y llame al 911 desde fuera.',
    },
    isEvacuation: false,
    source: 'https://www.ready.gov/floods',
  },
  heat: {
    description:
      'no cooling, or a very hot home, with a baby, someone old, sick, pregnant, disabled or on a medical device; signs of heat stroke',
    advice: {
      en: 'Please move everyone to the coolest place you can reach, and give them water. Call 911 now if anyone is confused, faint or no longer sweating.',
      es: 'Lleve a todos al lugar más fresco que pueda y deles agua. Llame ya al 911 si alguien está confundido, se desmaya o deja de sudar.',
    },
    isEvacuation: false,
    source: 'https://www.cdc.gov/extreme-heat/',
  },
  cold: {
    description:
      'no heat, or a freezing home, with a baby, someone old, sick, pregnant, disabled or on a medical device',
    advice: {
      en: 'Please keep everyone together in the warmest room, and call 911 if anyone feels unwell. Do not heat with an oven or a grill.',
      es: 'Quédense juntos en el cuarto más cálido, y llamen al 911 si alguien se siente mal. No calienten con el horno ni con un asador.',
    },
    isEvacuation: false,
    source: 'https://www.cdc.gov/winter-weather/',
  },
}
