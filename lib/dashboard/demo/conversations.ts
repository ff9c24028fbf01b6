import { assistant, caller, type Line } from './conversation.ts'

const GREETING = 'Sample Heating and Cooling, this is the automated assistant.'

/** Sample conversations by call name. The call `no-heat-at-2-am` also has a recording. */
export const CONVERSATIONS = {
  'wants-a-person': [
    assistant(`${GREETING} How can I help?`),
    caller('I want to talk to a person, please. It is about my bill from last month.', {
      problem: ['Question about last month’s bill', 'my bill from last month'],
    }),
    assistant(
      'Of course. The office opens at eight. I can have someone call you as soon as they are in. What is your name?',
    ),
    caller('Olga Price. I was charged twice for the same filter, I think.', {
      name: 'Olga Price',
      problem: ['Charged twice for one filter', 'charged twice for the same filter'],
    }),
    assistant('Thank you, Ms. Price. I wrote that down. They will call you at this number after eight.'),
  ],
  'water-heater': [
    assistant(`${GREETING} What is going on?`),
    caller('Our water heater is leaking. It is old, so I want a price for a new one.', {
      problem: ['Water heater leaks, wants a price for a new one', 'water heater is leaking'],
      system: ['Water heater', 'water heater'],
      urgency: 'This week',
    }),
    assistant('Is the water near anything electric, and can you shut the valve above the tank?'),
    caller('I shut it already. It is just a puddle now.', {
      safety: ['Valve is shut, no danger', 'I shut it already'],
    }),
    assistant('Good. Who am I talking to, and what is the address?'),
    caller('Tara Stone, 9 Lake Drive.', { name: 'Tara Stone', address: '9 Lake Drive' }),
    assistant(
      'For a replacement, the office confirms the visit. Shall I ask them for Thursday between ten and twelve?',
    ),
    caller('Thursday between ten and twelve works.', {
      window: ['Thursday between 10 and 12', 'Thursday between ten and twelve'],
    }),
    assistant('I have asked for it. The office calls you to confirm.'),
  ],
  'no-heat-at-2-am': [
    assistant(`${GREETING} I can send someone. What is going on?`),
    caller('Hi, our heat is out. It is forty-nine degrees in here, and we have a baby.', {
      problem: ['No heat, 49 °F inside', 'our heat is out'],
      urgency: 'Now',
    }),
    assistant('I am sorry to hear that. First: do you smell gas, or is a carbon monoxide alarm sounding?'),
    caller('No smell and no alarm. The furnace clicks, but it does not light.', {
      safety: ['Infant in the house. No gas, no alarm', 'No smell and no alarm'],
      system: ['Furnace, clicks but does not light', 'The furnace clicks, but it does not light'],
    }),
    assistant('Thank you. What is your name, and what is the address?'),
    caller('Ben Keller. Eighteen Alder Court.', {
      name: 'Ben Keller',
      address: ['18 Alder Court', 'Eighteen Alder Court'],
    }),
    assistant('Is the number you are calling from the right one for the tech?'),
    caller('Yes, this number is fine.', { phone: ['(312) 555-0118', 'this number'] }),
    assistant(
      'Our on-call tech can be there at six thirty for the after-hours fee of one hundred and forty-nine dollars, or at eight for eighty-nine. Which would you like?',
    ),
    caller('Six thirty, please. The fee is fine.', {
      window: ['Tuesday between 6:30 and 7:30', 'Six thirty'],
      fee: ['Accepts $149, the after-hours fee', 'The fee is fine'],
    }),
    assistant(
      'You are booked. Alex comes between six thirty and seven thirty. If an alarm sounds or anyone feels unwell, leave the house and call nine one one.',
    ),
  ],
  'blank-thermostat': [
    assistant(`${GREETING} What is going on?`),
    caller('The thermostat is blank. The heat still comes on now and then.', {
      problem: ['Thermostat is blank, heat comes on now and then', 'thermostat is blank'],
      system: ['Thermostat', 'thermostat'],
      urgency: 'This week',
    }),
    assistant('Does it take batteries, and have you tried new ones?'),
    caller('New ones went in tonight. Still blank.'),
    assistant('Then it needs a look. What is your name and address?'),
    caller('Maya Reyes, 305 Oak Avenue.', { name: 'Maya Reyes', address: '305 Oak Avenue' }),
    assistant('The first opening is Wednesday between ten and twelve. The visit is $89. Shall I book it?'),
    caller('Wednesday between ten and twelve, yes.', {
      window: ['Wednesday between 10 and 12', 'Wednesday between ten and twelve'],
      fee: ['Accepts $89 for the visit', 'yes'],
    }),
    assistant('You are booked for Wednesday between ten and twelve, with Alex.'),
  ],
  'smell-of-gas': [
    assistant(`${GREETING} What is going on?`),
    caller('I think I smell gas. It is by the furnace, in the basement.', {
      problem: ['Smell of gas by the furnace', 'I smell gas'],
      safety: ['Smell of gas, told to leave and call 911', 'I smell gas'],
      urgency: 'Now',
    }),
    assistant(
      'Please leave the house now, with everyone in it. Do not switch anything on or off. From outside, call 911 and your gas company. Are you on your way out?',
    ),
    caller('Yes, we are going. It is 212 Cedar Lane.', { address: '212 Cedar Lane' }),
    assistant('Good. I am telling the person on call right now. What is your name?'),
    caller('Frank Dunn.', { name: 'Frank Dunn' }),
    assistant('Thank you, Mr. Dunn. Stay outside until the fire department says it is safe.'),
  ],
  'en-espanol': [
    assistant(`${GREETING} What is going on?`),
    caller('Buenas tardes. ¿Habla español?'),
    assistant('Sí, claro. Soy la asistente automática. ¿Qué pasa con su calefacción?'),
    caller('La bomba de calor está cubierta de hielo y sale aire frío.', {
      problem: ['Heat pump covered in ice, blows cold air', 'cubierta de hielo y sale aire frío'],
      system: ['Heat pump', 'La bomba de calor'],
      urgency: 'This week',
    }),
    assistant('Entiendo. ¿Hay alguna alarma, o huele a gas?'),
    caller('No, nada de eso. Hay otra calefacción, la casa está tibia.', {
      safety: ['No alarm, no gas. Other heat works', 'No, nada de eso'],
    }),
    assistant('Muy bien. ¿Su nombre y la dirección, por favor?'),
    caller('Luis Ortiz, 44 River Road.', { name: 'Luis Ortiz', address: '44 River Road' }),
    assistant('Puedo enviar a alguien mañana miércoles, de ocho a diez. La visita cuesta 89 dólares. ¿Está bien?'),
    caller('De ocho a diez está perfecto.', {
      window: ['Wednesday between 8 and 10', 'De ocho a diez'],
      fee: ['Accepts $89 for the visit', 'está perfecto'],
    }),
    assistant('Queda reservado. Le mando un mensaje con los datos. Buenas noches, señor Ortiz.'),
  ],
  'not-our-area': [
    assistant(`${GREETING} What is going on?`),
    caller('My furnace is loud. I am out in Rockford, 61101.', {
      problem: ['Furnace is loud', 'My furnace is loud'],
      address: '61101',
    }),
    assistant('I am sorry, Rockford is outside the area we serve. A company near you will be quicker.'),
    caller('All right, thanks for saying so.'),
  ],
  'move-a-visit': [
    assistant(`${GREETING} All lines are busy, so I can help you.`),
    caller('I have a visit on Thursday morning, and I have to work. Can you move it to Friday?', {
      problem: ['Wants to move the visit on Thursday to Friday', 'Can you move it to Friday'],
    }),
    assistant('I see your maintenance visit, Thursday between eight and ten. Friday between eight and ten is open.'),
    caller('Friday between eight and ten is good.', {
      window: ['Friday between 8 and 10', 'Friday between eight and ten'],
    }),
    assistant('Done. Alex comes on Friday between eight and ten.'),
  ],
  'tune-up': [
    assistant(`${GREETING} All lines are busy, so I can help you.`),
    caller('I need the yearly tune-up on two furnaces.', {
      problem: ['Yearly tune-up, two furnaces', 'yearly tune-up on two furnaces'],
      system: ['Two furnaces', 'two furnaces'],
      urgency: 'This week',
    }),
    assistant('For two we take a longer window. Thursday between one and four?'),
    caller('Thursday afternoon is good. Pete Hale, 71 Hill Street.', {
      window: ['Thursday between 1 and 4', 'Thursday afternoon'],
      name: 'Pete Hale',
      address: '71 Hill Street',
    }),
    assistant('You are booked for Thursday between one and four.'),
  ],
  'short-cycling': [
    assistant(`${GREETING} What is going on?`),
    caller('The furnace runs for two minutes, stops, and starts again. All day.', {
      problem: ['Furnace starts and stops every two minutes', 'runs for two minutes, stops, and starts again'],
      system: ['Furnace', 'furnace'],
      urgency: 'This week',
    }),
    assistant('When did you last change the filter?'),
    caller('I could not tell you.'),
    assistant('That is often the cause. Take it out and look. What is your name and address?'),
    caller('Rosa Tran, 12 Birch Road.', { name: 'Rosa Tran', address: '12 Birch Road' }),
    assistant('I have tomorrow, Monday, between ten and twelve. Shall I book it?'),
    caller('Monday between ten and twelve, please.', {
      window: ['Monday between 10 and 12', 'Monday between ten and twelve'],
    }),
    assistant('You are booked for Monday between ten and twelve.'),
  ],
  'blower-motor': [
    assistant(`${GREETING} What is going on?`),
    caller('The blower howls when it starts. It still heats, so Friday is soon enough.', {
      problem: ['Blower howls when it starts, still heats', 'The blower howls when it starts'],
      system: ['Furnace blower', 'blower'],
      urgency: 'This week',
    }),
    assistant('I have Friday between one and four. The visit is $89. What is your name and address?'),
    caller('Friday between one and four is fine. Noah Brook, 27 Park Street.', {
      window: ['Friday between 1 and 4', 'Friday between one and four'],
      fee: ['Accepts $89 for the visit', 'is fine'],
      name: 'Noah Brook',
      address: '27 Park Street',
    }),
    assistant('You are booked for Friday between one and four, with Jordan.'),
  ],
  'boiler-pressure': [
    assistant(`${GREETING} What is going on?`),
    caller('The boiler gauge keeps dropping. I top it up every other day.', {
      problem: ['Boiler loses pressure, topped up every other day', 'boiler gauge keeps dropping'],
      system: ['Boiler', 'boiler'],
      urgency: 'This week',
    }),
    assistant('Do you see water anywhere below it or at a radiator?'),
    caller('No, it is all dry. Hugo Marsh, 5 Elm Street.', {
      safety: ['No water seen', 'it is all dry'],
      name: 'Hugo Marsh',
      address: '5 Elm Street',
    }),
    assistant('I have Tuesday between ten and twelve. The visit is $89. Shall I book it?'),
    caller('Tuesday between ten and twelve, yes.', {
      window: ['Tuesday between 10 and 12', 'Tuesday between ten and twelve'],
      fee: ['Accepts $89 for the visit', 'yes'],
    }),
    assistant('You are booked for Tuesday between ten and twelve, with Jordan.'),
  ],
  humidifier: [
    assistant(`${GREETING} What is going on?`),
    caller('Our humidifier quit, and the air is bone dry. Any afternoon works.', {
      problem: ['Humidifier quit, air is dry', 'Our humidifier quit'],
      system: ['Humidifier', 'humidifier'],
      urgency: 'This week',
    }),
    assistant('I have Tuesday between one and four. The visit is $89. What is your name and address?'),
    caller('Tuesday between one and four. Dev Quinn, 140 Mill Road.', {
      window: ['Tuesday between 1 and 4', 'Tuesday between one and four'],
      name: 'Dev Quinn',
      address: '140 Mill Road',
    }),
    assistant('You are booked for Tuesday between one and four, with Sasha.'),
  ],
  'filter-size': [
    assistant(`${GREETING} How can I help?`),
    caller('Which filter size does my furnace take? Nina Cole, you put it in last fall.', {
      problem: ['Asks for the filter size of her furnace', 'Which filter size does my furnace take'],
      name: 'Nina Cole',
    }),
    assistant('I do not have that here. Shall the office look it up and call you back?'),
    caller('Please. No hurry.', { urgency: 'Flexible' }),
    assistant('I wrote that down. They will call you at this number.'),
  ],
  'furnace-tune-up': [
    assistant(`${GREETING} How can I help?`),
    caller('I would like a furnace tune-up, first thing on a Monday.', {
      problem: ['Furnace tune-up', 'furnace tune-up'],
      system: ['Furnace', 'furnace'],
      urgency: 'Flexible',
    }),
    assistant('I have next Monday between eight and ten. What is your name and address?'),
    caller('Monday between eight and ten is perfect. Ella Foster, 63 Grove Avenue.', {
      window: ['Monday between 8 and 10', 'Monday between eight and ten'],
      name: 'Ella Foster',
      address: '63 Grove Avenue',
    }),
    assistant('You are booked for Monday between eight and ten, with Sasha.'),
  ],
} satisfies Record<string, readonly Line[]>
