import { formatDay, formatWindow } from '../time/zone.ts'
import type { Language } from './instructions.ts'
import type { VisitWindow } from './windows.ts'

/** What can be asked next, in the order in which it is asked. */
export const QUESTIONS = ['problem', 'safety', 'address', 'zip', 'name', 'phone', 'window'] as const

export type Question = (typeof QUESTIONS)[number]

type Sentences = {
  greeting: string
  ask: Record<Exclude<Question, 'window'>, string>
  askWindow: (windows: string) => string
  /** To somebody in danger, before anything else is asked. */
  danger: string
  /** To somebody in a house without heat in which somebody is frail: nobody has to leave it. */
  cold: string
  paging: string
  nobody: string
  notServed: (zip: string) => string
  feeUnknown: string
  brandRefused: (brand: string) => string
  booked: (window: string) => string
  asked: string
  message: string
  /** To a caller in an emergency, for which somebody was paged. */
  onCall: string
  /** To somebody who wants a person, while the office is open and while it is closed. */
  puttingThrough: string
  nobodyThere: string
  wrongNumber: string
}

/** What the assistant says where the company has no words of its own. */
export const SENTENCES: Record<Language, Sentences> = {
  en: {
    greeting: 'Thank you for calling. This is the automated assistant. What is going on?',
    ask: {
      problem: 'What is going on with your heating or cooling?',
      safety: 'Before anything else: do you smell gas, see smoke, or hear a carbon monoxide alarm?',
      address: 'What is the address, with the ZIP code?',
      zip: 'What is the ZIP code there?',
      name: 'Who am I speaking with?',
      phone: 'What is the best number to reach you?',
    },
    askWindow: (windows) => `We can come ${windows}. Which of these suits you?`,
    danger:
      'Leave the house now, and do not touch any switches. Call 911 from outside, and if you smell gas, your gas utility as well.',
    cold: 'Please keep everybody together in the warmest room, and call 911 if anybody feels unwell.',
    paging: 'I am waking the person on call now.',
    nobody: 'Nobody is on call at this hour. The office gets your call marked as urgent.',
    notServed: (zip) => `I am sorry: we do not serve ${zip}.`,
    feeUnknown: 'I do not have that price. The office will tell you.',
    brandRefused: (brand) => `I am sorry: we do not work on ${brand}.`,
    booked: (window) => `You are booked for ${window}. You get a text with it.`,
    asked: 'The office will confirm the visit with you.',
    message: 'Thank you. The office has all of it and will call you back.',
    onCall: 'Thank you. The person on call has all of it.',
    puttingThrough: 'Of course. I am putting you through to the office.',
    nobodyThere: 'Of course. Nobody is in the office now, so I take it down and a person calls you back.',
    wrongNumber: 'No problem. Have a good day.',
  },
  es: {
    greeting: 'Gracias por llamar. Soy el asistente automático. ¿Qué sucede?',
    ask: {
      problem: '¿Qué sucede con su calefacción o su aire acondicionado?',
      safety: 'Antes que nada: ¿huele a gas, ve humo o suena una alarma de monóxido de carbono?',
      address: '¿Cuál es la dirección, con el código postal?',
      zip: '¿Cuál es el código postal?',
      name: '¿Con quién hablo?',
      phone: '¿A qué número le llamamos?',
    },
    askWindow: (windows) => `Podemos ir ${windows}. ¿Cuál le conviene?`,
    danger:
      'Salga de la casa ahora y no toque ningún interruptor. Llame al 911 desde fuera y, si huele a gas, también a su compañía de gas.',
    cold: 'Quédense juntos en el cuarto más cálido, y llamen al 911 si alguien se siente mal.',
    paging: 'Estoy despertando a la persona de guardia.',
    nobody: 'No hay nadie de guardia a esta hora. La oficina recibe su llamada como urgente.',
    notServed: (zip) => `Lo siento: no trabajamos en ${zip}.`,
    feeUnknown: 'No tengo ese precio. La oficina se lo dirá.',
    brandRefused: (brand) => `Lo siento: no trabajamos con ${brand}.`,
    booked: (window) => `Tiene la visita el ${window}. Recibirá un mensaje de texto.`,
    asked: 'La oficina le confirmará la visita.',
    message: 'Gracias. La oficina tiene todo y le llamará.',
    onCall: 'Gracias. La persona de guardia ya lo tiene todo.',
    puttingThrough: 'Por supuesto. Le comunico con la oficina.',
    nobodyThere: 'Por supuesto. Ahora no hay nadie en la oficina: tomo nota y una persona le llamará.',
    wrongNumber: 'No hay problema. Que tenga un buen día.',
  },
}

/** "Sun, Mar 8, 8–10 AM" */
export const windowWords = ({ startsAt, endsAt }: VisitWindow, zone: string): string =>
  `${formatDay(startsAt, zone)}, ${formatWindow(startsAt, endsAt, zone)}`

const either: Record<Language, Intl.ListFormat> = {
  en: new Intl.ListFormat('en-US', { type: 'disjunction' }),
  es: new Intl.ListFormat('es-US', { type: 'disjunction' }),
}

/** Several windows, as they are offered in a sentence. */
export const offerWords = (windows: readonly VisitWindow[], zone: string, language: Language): string =>
  SENTENCES[language].askWindow(
    either[language].format(windows.map((window, index) => `${index + 1}) ${windowWords(window, zone)}`)),
  )
