/*
 * Phrases by concept, separated by commas, with accents removed. An asterisk matches any ending. The list includes
 * common transcription errors.
 */
const CONCEPTS = `
smell:
  aroma, hedor, pestilencia, pesti*, funky, rank, odorr, ol0r, oler*, husmea*,
  smell*, odor*, odour*, stink*, stank, stench, stings, reek*, whiff*, scent, smelt, huel*, oler, oli, olia, olio,
  oliendo, olor*, apest*, peste, tufo, hiede, jiede
gas:
  gaz, gass, gas lp, gas natural, gas propano, gas butano, sour gas, odorant,
  gas, gases, gassy, natural gas, propane, propain, pro pain, lp, lpg, methane, gas leek, propano, butano, butane,
  mercaptan
rotten:
  cabbage, garlic, sewer, sewage, dead animal, dead rat, rotton, cloaca, coladera, alcantarilla, drenaje, cano, animal muerto, rata muerta, mofeta, col podrida, ajo, descompuest*,
  rotten, rotting, bad egg*, eggs, eggy, sulfur*, sulphur*, skunk*, fart*, huevo*, azufre*, podrid*, zorrillo*, pedo*
leak:
  leeching, coming out, getting into, venting, sale gas, saliendose, se esta saliendo, perdida de, pierde, perdiendo,
  leak*, leek, escap*, seep*, spew*, pouring out, blowing out, getting out, bubbl*, fug*, se sale, saliendo,
  escapando, tirando, botando, burbuj*
hiss:
  hizz*, blowing sound, rushing sound, air sound, siseo, zumbido de, pshh*, shhh*, ssss*,
  hiss*, whistl*, whoosh*, silb*, chifl*, sise*, sopl*
gasline:
  gas tank*, gas hose, gas connector, gas cock, gas shutoff, yellow pipe, riser, curb valve, bombona*, pipa, flexible, acometida, garrafa*, balon de gas, tambo, valvula de gas, toma de gas,
  gas line*, gas pipe*, meter, gas valve*, propane tank*, lp tank, gas main, black pipe, flex line, regulator, linea
  de gas, tuberia*, tubo*, medidor*, tanque*, manguera*, valvula*, llave de*, cilindro*
co:
  monoxito, monosito, monoxico, mono oxide, carbon oxide, carbon alarm, carbon detector, carbono, c o alarm, ceo alarm,
  monosid*, monosido, moncid*, gas carbonico,
  carbon monoxide, carbon, monoxide, monoxcide, monoxid*, carbon dioxide, carbon mono, monocle side, co2, co, c o,
  seo, ceo, see oh, c oh, seo detector, monoxido, mono oxido, dioxido de carbono, carbono
detector:
  detecto*, beeper, warning device, plug in thing, thing on the wall, cosita de la pared, aparato de la pared, aparatito de la pared, avisador,
  alarm*, detector*, detecter*, sensor*, monitor*, a larm*, a tector, alarma*, aparatito*, cajita
smokealarm:
  smoke detector*, smoke alarm*, fire alarm*, alarm company, detector* de humo, alarma* de humo, alarma* de incendio*
sound:
  buzzing loud, yelling, crying, pulsing, singing, hollering, deafening, loud, chicharr*, chirri*, alarmando, aullando, gritando, zumbando, escandal*, bulla, ruidazo, pegando de gritos, esta loca, vuelta loca,
  keeps going, been going, full alarm, screaming, drove us out, move to fresh air, evacuate, emergency emergency, wont
  shut up, wont quit, wont stop, nonstop, started up, saying, at it for, going off, go off, goes off, went off, gone
  off, set off, beep*, blar*, scream*, ring*, sound*, chirp*, shriek*, wail*, honk*, trigger*, tripp*, alert*,
  squeal*, screech*, flashing red, sona*, suen*, pit*, chill*, grit*, activ*, dispar*, prendid*, bip*, no se calla,
  brinco
chirp:
  chirp*, battery, batteries, end of life, expire*, low battery, once a minute, every minute, pila*, bateria*,
  vencid*, caduc*, cada minuto
ppm:
  level, levels, peak level, climbing, going up, display, says, numbers, it reads, showing, measured, reading*, reads,
  ppm, parts per million, lectura*, marca*, partes por millon
symptom:
  disorient*, wobbly, groggy, loopy, unresponsive, unconscious, migraine*, short of breath, chest hurts, chest pain, stomach, feeling ill, under the weather, slurring, stumbling, delirious, hallucinat*, pale, flushed, letharg*, went limp, out of it, keeled over, turning blue, weak, exhausted, heavy head, ears ringing, racing heart, vision, soponcio, patatus, desorientad*, desvaneci*, se cayo, sin fuerzas, no puedo respirar, falta de aire, falta el aire, devolviendo, vomitando, guacare*, jaqueca, migrana, palid*, sin aliento, desfallec*, grogui, perdio el conocimiento, perdio el sentido, se privo, ido, ida, como borracho, raro, rara, raros, flojera, pesadez, cansancio, somnolient*, sonolient*, dormid*, embotad*, punzada*, sienes, vista nublada, ve doble, vemos doble, taquicardia, palpit*, estomago,
  borrach*, atontad*, tambale*, zumba la cabeza,
  vueltas, intoxic*, incoherencias, incoherente*, dejo de sudar, sudar, ambulancia, respirar, inconsciente, no
  despierta, no reacciona, adormil*, modorra, sueno, zumban los oidos, convulsion*, foggy, lousy, tingly, cant think
  straight, cant breathe, cant see straight, eyes blur, blurry, lips, flu, dizzy, blood levels, acting drunk, hurts,
  fainted, sick, woke up with, headache*, head ache*, head hurts, heads hurt, pounding, dizz*, nause*, queasy, throw*
  up, threw up, vomit*, puk*, faint*, pass* out, passed out, light headed, lightheaded, woozy, drowsy, sleepy,
  confus*, collaps*, blacked out, wont wake up, cant wake, talking nonsense, mare*, dolor* de cabeza, duele la cabeza,
  duele mucho la cabeza, cabeza, nausea*, desmay*, atarant*, ganas de vomitar, sentimos mal, siente mal, siento mal,
  sienten mal, asco, debil*, confundid*, atontad*
heating:
  calor, heaters, calefactores, radiador*, heater, calefa, heat, heating, furnace*, furnish, heater*, boiler*,
  broiler, heat pump*, generator*, fireplace, stove, calefaccion*, calenton*, calentador*, caldera*, generador*,
  estufa*, chimenea*, boyler, calefactor*, minisplit
cooling:
  ac, a c, a see, aces, air, air conditioner*, air conditioning, conditioner*, cooling, cool, central air, chiller,
  aire, aire acondicionado, clima, enfria*, cooler
dead:
  busted, bust, locked out, lost, toast, off, shut off, shut down, isnt, conking, on the fritz, no more, fried, dead
  as, out, quit, quits, died, die, dead, broke, broken, broked, down, stopped, stop, went out, kaput, conked, gave
  out, isnt working, not working, doesnt work, dont work, wont, hasnt worked, nothing happens, failed, gone,
  descompu*, dano, danad*, no funciona*, no sirve*, no prende*, no enciende*, no jala, no arranca*, no trabaja, apago,
  murio, rompio, rot*, dejo de, se fue, averi*, fallo, fallando, trono
without:
  no, without, none, lost, dont have, doesnt have, havent had, isnt any, aint got, sin, no hay, no tengo, no tenemos,
  no tienen, no tiene, nos quedamos sin
coldhome:
  see our breath, see my breath, see his breath, see her breath, icebox, ice box, freezer, numb, teeth chattering, chattering, icicles, snow*, blizzard, subzero, zero degrees, bundled, coats, jackets, mittens, turning blue, blue lips, in the forties, in the thirties, in the fifties, bitter, brutal, titirit*, entumid*, entumeci*, escarcha, nieve, nevando, morad*, bajo cero, heladera, refrigerador, congelador, como afuera, vaho, abrigo*, chamarra*, chaqueta*, gorro*, tapad*, arropad*, castane*, hielera, polar, frialdad, frizando, friolent*,
  frio, helando, cuarenta grados, sin calor, no hay calor, hace frio, freez*, cold, ice cold, below zero, chilly,
  shiver*, shaking, frigid, hypotherm*, refrigerator, blankets, fri*, helad*, congel*, tembl*, tirit*, cobija*,
  hipoterm*, hielo, nevera
hothome:
  stifling, muggy, humid, unbearable, scorching, blazing, heat wave, heatwave, in the nineties, ninety degrees, hundred degrees, triple digits, sticky, melting, burning up, red faced, drenched, insoportable, ola de calor, infierno, asfixi*, bochornos*, empapad* en sudor, sudad*, no se aguanta, no se puede estar, brasa, caldead*, vaporizo, sancoch*, cocinando, acalorad*,
  cien grados, noventa grados, noventa y, hace calor, asan, sofocante, bochorno, un infierno, hot, oven, sauna,
  sweltering, boiling, roasting, overheat*, sweat*, suffocat*, calor*, horno, sofoc*, hirviendo, ahog*, sudando,
  sudor, caliente, asando
heatstroke:
  heat stroke, heatstroke, heat exhaustion, cant regulate, golpe de calor, insolacion, insolad*
frail:
  concentrator, oxygen machine, oxygen tank*, bipap, pacemaker, defibrillator, lvad, iv, g tube, feeding pump, breathing machine, breathing treatment*, machine to breathe, life support, leukemia, cerebral palsy, down syndrome, muscular dystrophy, als, hemophili*, nicu, incubator, postpartum, gave birth, had a baby, c section, hip replacement, broken hip, amputee, amputat*, triplets, in labor, trimester, expectant, hospice patient, terminally ill, terminal, weak heart, bad heart, bad lungs, bronchitis, allerg*, immunocompromised, burn patient, sick child, sick kid*, sick baby, invalid, housebound, shut in, homebound, cast, crutches, convalesc*, rehab, radiation, tumor, eighties, nineties, octogenarian, centenarian, concentrador, maquina de oxigeno, maquina para respirar, maquina de respirar, nebulizador, sonda, tetraplejic*, cuadraplejic*, paraplejic*, esclerosis, leucemia, alzheimer, parkinson, incubadora, recien parida, recien aliviada, recien operad*, dio a luz, tuvo bebe, tiernit*, tierno, chichi, nenit*, beba, bebecit*, cuates, cuatitos, trillizos, invalid*, minusvalid*, amputad*, lesion*, radioterapia, terminal, desahuciad*, debilucho, ochenta y, noventa y, ochentona, ancianit*, hospicio, hogar de ancianos, residencia de mayores, cuna, cunita, panal, panales, amamant*, trimestre, gestacion, encinta, prenada, a punto de parir, a punto de aliviar*, epoc, enfisema, bronqui*, alergi*, insuficiencia, vejez, achacos*, convalec*, cardiac*, ciego, ciega, sordo, sorda, muletas, yeso,
  asilo*, geriatric*, viejita, viejito, muy mayor, en cama, mayor de edad,
  paralisis, traqueotomia, bronquitis, fiebre, ninos enfermos, hospital, en cama, anemia, falciforme, epilep*,
  autismo, autista, sindrome, adulto mayor, adultos mayores, trasplantad*, trasplante, parto, parir, cesarea, cirugia,
  derrame, infarto, marcapaso, insulina, lactante, criatura, angelito, mellizos, meses de embarazo, esperando bebe,
  anos y vive sola, anos y vive solo, vive sola, vive solo, lives alone, by herself, by himself, living alone,
  recovering, bedbound, seizures, feverish, fever, preemies, sickle cell, cystic fibrosis, walker, cannot walk, cant
  walk, blind, deaf, very old, memory care, infant room, daycare, day care, nursery, due any day, expecting, rsv, paw
  paw, hospital bed, home from the hospital, hip, stroke, immune, ms, special needs, autistic, seizure, monitor,
  medicine, medication, insulin, lupus, kidney, lungs, baby, babies, infant*, newborn*, new born, preemie*, premature,
  toddler*, twins, elderly, senior citizen*, seniors, frail, bedridden, bed bound, hospice, oxygen, oxy gin,
  ventilator, vent, trach, dialysis, feeding tube, cpap, nebulizer, pregnant, disabled, wheelchair, paralyzed,
  quadriplegic, handicapped, chemo*, cancer, heart condition, heart failure, heart monitor, surgery, asthma*, copd,
  emphysema, pneumonia, transplant, diabetic, alzheimers, dementia, parkinsons, seizure*, nursing home, assisted
  living, group home, residents, patients, old lady, old man, old folks, bebe*, bebit*, nene, nena, recien nacid*,
  prematur*, gemel*, ancian*, abuel*, viejit*, mayor, mayores, tercera edad, oxigeno, respirador, dialisis,
  embarazad*, discapacitad*, discapacidad, silla de ruedas, paralitic*, quimio*, corazon, operad*, operaron,
  operacion, asma, asmatic*, pulmon*, neumonia, diabet*, demencia, asilo, encamad*, postrad*, marcapasos, delicad*,
  enferm*
grandparent:
  mamaw, mawmaw, maw maw, big mama, oma, opa, gramps, gram, grammy, mother in law, father in law, abue, yaya, yayo, nono, nona, tata, lita, mamita, papito, bisabuel*,
  paw paw, meemaw, memaw, papaw, nanny, great aunt, nonna, abuelito, abuelita, grandma*, grandmother*, grandpa*,
  grandfather*, granddad*, granny, nana, abuel*
someone:
  neighbor, tenant, roommate, customer, guest*, worker*, cook, student*, employee*, baby sitter, folks, friend, cunad*, sobrin*, niet*, primo, prima, nuera, yerno, pareja, companer*, huesped*, cliente*, emplead*, cociner*, alumno*, estudiante*, persona, personas, gente, chamac*, chiquit*, chiquill*, nina*, nino*, muchach*, muchachit*, carajito*, pelad*, gurises, cipot*, patoj*, guag*,
  mother, mom, mum, momma, mama, father, dad, daddy, papa, parents, wife, husband, aunt, uncle, sister, brother,
  daughter, son, child, children, kid, kids, lady, man, patient*, boy, girl, madre, padre, esposo, esposa, marido,
  tia, tio, suegra, suegro, hermana, hermano, hija, hijo, vecina, vecino, senora, senor, nina, nino, ninos, inquilin*,
  paciente*
age:
  years old, year old, weeks old, week old, months old, month old, days old, day old, months pregnant, anos, meses,
  semanas, dias de nacid*
fire:
  torch, bonfire, inferno, engulfed, ignit*, embers, sparked up, shooting fire, flareup, flare up, flared up, exploded, explosion, kaboom, prendio fuego, prendido fuego, prendida fuego, prendiendo fuego, en llamas, brasas, se quema, se esta quemando, quemandose, explot*, explosion, estall*, fogata, candelada, ardio, arde, ardia, arder, encendid* en fuego, llamas, cogio fuego, cogio candela, se incendio, quemazon, pavesas, siniestro,
  incendi*, flamazo*, salio de control, se prendio la,
  al rojo, candela, candelero, flama*, agarro fuego, agarro lumbre, se prendio en, encendi* en llamas, burst into
  flames, went up, chimney fire, glowing, cherry red, caught, fire, on fire, caught fire, flame*, flaming, blaze,
  ablaze, fuego, llama, llamas, incendi*, ardiendo, lumbre, flama, flamas, llamarada*
smoke:
  fumes, smokey, smoky, smog, cloud*, smelling smoke, puffing, humazo, humarada, nube, nubes, nublad*, gris, cenizas, ceniza, bocanada*, humeante, fumarola, tizn*,
  humader*, umo, umareda, humaso*,
  humazon, humito, humera, smoke, smok*, haze, hazy, smolder*, humo, humea*, humareda, ahumad*
burning:
  crispy, ash, ashes, discolored, darkened, bubbled, warped, hot wall, hot plug, glows, calcinad*, hirviendo, ardiendo, ennegrec*, prieto, prieta, renegrid*, se calienta mucho, bien caliente, muy caliente, caliente al tacto, quema al tocar, deformad*, ampollad*, carboniz*, carbon, chicharr*, requemad*, al rojo vivo,
  negro, se puso negro, quemado, quemada, tostad*, tatemad*, al rojo, turned brown, turned black, brown, black, hot to
  the touch, too hot to touch, warm to touch, smoking, red, fried, toasted, burn*, burnt, scorch*, charr*, char,
  melt*, singe*, sizzl*, glowing, red hot, cooked, soot, quem*, chamusc*, derret*, derrit*, tatem*, achicharr*, tizne,
  hollin
electricsmell:
  fishy, metallic, acrid, ozone, burnt wire, burning wire, burning wires, electric burning, burnt electronics, hot plastic, melted plastic, tire fire, like fish, a pescado, pescado, metal*, ozono, cable, cables, llanta quemada, pelo quemado, a quemado, a chamuscado, electrico, electronico*, bakelita, aislante, caucho, goma quemada, plastico quemado,
  plastic, rubber, electrical smell, hot electronics, insulation, hair dryer, plastico*, hule, goma, cable quemado,
  cables quemados
spark:
  lightning, fireworks, firecracker, sparkler, sparky, flashing, flashes, flash, electrified, tingle, bit me, knocked me, sizzle, fizz*, pow, bang, loud bang, relampag*, rayo, rayos, destell*, chasqu*, crepit*, tronando, tronaz*, truenit*, zumb*, electrificad*, electriz*, toquecito*, chicotazo, electroc*, me agarro la, pasa corriente, pasando corriente, azot*, chispero*, chispor*, cuete, cohete*, bengala*, fogonaz*,
  arco, luz azul, chispea*, corriente, brincan,
  arco electrico, chispazo*, tronido, pego un, brinco una, sacudida, corrientazo, corriente, patada, shocked, jolt,
  buzz, zapped, loud pop, pop, pops, popped, flashed, spark*, arcing, arking, arc, zap*, crackl*, popping, blue flash,
  shock, shot a spark, electrocut*, short circuit*, shorting, shorted, chisp*, cortocircuito*, corto, toques, toque,
  calambre*, descarga, fogonazo*, chisporrot*, truena
panel:
  surge protector, charger, transformer, wall plate, load center, meter base, electrical, electricals, main shutoff, adapter, appliance cord, contactor, capacitor, wire nut*, light switch, chandelier, cuchilla*, taco, tacos, caja electrica, caja de breakers, caja de fusibles, caja de brekes, cajetin, multicontacto*, toma corriente, tomas, cordon*, clavija*, cableado, contador de luz, contador, plafon, bombill*, lampar*, electric*, instalacion, control, controles, placa, tarjeta electronica, switch, suiche*, swiche*, plogue, receptaculo*, capacitor, contactor, tomas de corriente, zapata*,
  brakes, breik*, desconectador*, control bord, control board*,
  regleta*, extension*, tablero*, medidor de luz, transformador*, rack, servidor*, light, lights, ceiling fan,
  electronics, electrical closet, server rack, power, motor, circuit*, receptacle*, meter box, cabinet, controls,
  board, cord, breaker*, braker, brake her, panel*, fuse*, electrical box, outlet*, socket*, plug*, switch*, wire*,
  wiring, disconnect, control board, circuit board, power strip, extension cord, junction box, electric*, light
  fixture, conduit, breker*, braker*, fusible*, enchufe*, tomacorriente*, contacto*, apagador*, interruptor*, cable*,
  alambr*, tarjeta, centro de carga, toma, pastilla*, extension, regleta, instalacion electrica, caja de la luz, caja
  de luz, foco, lampara
water:
  sewage, sewer backup, hose, sprinkler*, storm, hurricane, downpour, ice melt, melting snow, backed up, gush*, pouring, pours, poured, damp, moist*, soggy, ankle deep, inches of, submerged, toilet, sink, bathtub, shower, washer, lluvia, llovi*, llueve, diluvi*, aguacero, huracan, tormenta, charca, brota*, escape de agua, tuberia rota, tubo roto, se rego, regando, rebos*, sumergid*, humed*, salpic*, manguera, encharc*, anegad*, aniego, tina, regadera, inodoro, lavaplatos, fregadero, lavadora, destil*,
  moja, mojo, mojan, mojaron, cae, cayendo, le cae, revent*, chorro*, derram*, humedece, empapo, empapada, leak*,
  leaking, underwater, full of water, rain*, river, pipe burst, bust, busted, sprang, running down, touching, water,
  wet, drip*, flood*, soak*, puddle*, spray*, trickl*, pooling, standing, sprang a leak, overflow*, condensate, agua*,
  goter*, gote*, mojad*, mojando, inund*, charco*, chorr*, empap*, escurr*, filtr*
equipment:
  unit*, furnace*, air handler*, condenser*, compressor*, blower, motor, system*, vent*, duct*, thermostat*, thermal
  stat, mini split*, radiator*, water heater*, registers, fan, unidad*, motor*, compresor*, ventila*, ducto*,
  rejilla*, abanico*, ventilador*, sistema*, equipo*, termostato*, maquina*, aparato*, radiador*
house:
  living room, dining room, crawl space, crawlspace, laundry room, utility room, mechanical room, trailer, mobile home, camper, cabin, church, restaurant, store, shop, warehouse, classroom, office, unit, condo, hotel room, salon, taller, bodega, tienda, iglesia, escuela, restaurante, oficina, traila, trailer, cabana, local, apartamentos, piso, vivienda, desvan, alcoba, habitacion*, dormitorio, comedor, lavanderia, closet,
  house, home, basement, kitchen, garage, attic, closet, hallway, room, bedroom, apartment, building, casa, sotano,
  cocina, garaje, cochera, atico, pasillo, cuarto*, apartamento, edificio, sala, recamara, bano, patio
exhaust:
  flue, flue pipe, chimney, exhaust, exhaust pipe, vent pipe, backdraft*, back draft*, bird nest, birds nest, blocked, plugged, clogged, fell off, came apart, disconnected, car running, car on, left running, left the car, running inside, in the garage, engine, grill, charcoal, hibachi, kerosene, space heater, portable heater, camp stove, oven on, gas oven, tubo de escape, escape del, chimenea, tiro, nido, tapad*, bloquead*, zafad*, zafo, desconectad*, carro prendido, carro encendido, auto encendido, motor prendido, motor encendido, asador, anafre*, parrilla, brasero, carbon, queroseno, kerosen, planta de luz, planta electrica, planta prendida, horno prendido, hornillas prendidas, adentro, encerrad*
struck:
  hit, struck, nicked, cut, severed, ruptur*, ripped, punctur*, dug, digging, digger, backhoe, excavator, bulldozer, drill*, ran over, backed into, broke off, snapped, pulled out, golpe*, golpeo, pego, pegaron, pegue, rompi*, rompio, rompieron, perfor*, pique, pico, excav*, retroexcavadora, cort*, choc*, choco, arranco, arrancaron, quebr*, ponch*, tumb*
evacuated:
  outside, got out, out of the house, left the house, evacuat*, in the car, in the driveway, on the lawn, across the street, called 911, fire department is, fire trucks, firemen are, ambulance, hospital, er, afuera, nos salimos, salimos, nos salimos todos, evacu*, en el carro, en la calle, llame al 911, llamamos al 911, bomberos, ambulancia
resolved:
  last year, last winter, last summer, last spring, last fall, last month, last week, years ago, year ago, months ago,
  weeks ago, a while back, used to, fixed it, got fixed, was fixed, already fixed, took care of, taken care of, false
  alarm, turned out, turns out, ended up being, all clear, found nothing, no leak, ever since, was only a test, el ano
  pasado, invierno pasado, verano pasado, mes pasado, semana pasada, hace anos, hace un ano, hace dos anos, hace
  meses, hace tiempo, lo arreglaron, la arreglaron, ya lo arregl*, ya la arregl*, ya se arregl*, ya quedo, falsa
  alarma, resulto, ya vinieron, no encontraron, ya revisaron, ya paso, vez pasada
present:
  as we speak, tonight, this minute, just now, just started, started, happening, all day, all night, since last night, since this morning, ahorita mismo, ahora mismo, en este momento, desde anoche, desde ayer, desde hoy, toda la noche, todo el dia, acaba de, empezo, hace rato, hace ratito,
  again, right now, still, now, keeps, wont stop, otra vez, de nuevo, ahorita, ahora, todavia, sigue, siguen, no para
buying:
  changing out my, specials, for my condo, in the garage, do you install, whats that run, do you price match, beat it,
  que me recomiendan, mas barata, quiero cambiarla, poner detectores, new unit, new ac, new one, new boiler, new heat
  pump, new thermostat, new house, new construction, addition, remodel*, replac*, swap out, swapping, changing out,
  change out, options, size unit, second opinion, compare, comparing, rebate*, financ*, installed, put in, figure,
  pricing out, price out, go with, salesman, comfort advisor, bids, numbers for, set me back, worth replacing, last
  leg, last legs, thinking about, thinking of, thinking its time, considering, how much for, how much would, how much
  to, how much is a, how much does, what do you charge to, what would you charge, work up, estimados, cotizacion,
  cotizar, precio de, precios de, unidad nueva, aire nuevo, equipo nuevo, calefaccion nueva, cambiar la unidad,
  cambiar el sistema, poner aire, instalar, instalacion de, cuanto costaria, cuanto por, cuanto saldria, opciones,
  rebate, comparar, comparando, construir, construyendo, ampliacion, toneladas, sell, sells, buy, buying, purchase,
  price*, pricing, how much, cost*, quote*, estimate*, bid, ballpark, recommend*, looking for, looking to, interested
  in, replacement, replacing, upgrade*, convert*, switch from, new system, new furnace, proposal, financing, number
  on, what would, going rate, run me, vend*, compr*, precio*, cuanto cuesta, cuanto cobran, cuanto sale, cuanto me,
  cuanto seria, cuesta, cotiz*, presupuesto*, estimado*, me interesa, reempla*, financiamiento, cambiar mi, poner uno
  nuevo, nuevo sistema
hypothetical:
  ever, in case, how do i know, how would i know, what happens if, what should i do if, supposed to, required, is it
  normal, is it okay, is it safe, just curious, where should, does my, do your, school report, si algun dia, alguna
  vez, en caso, por si, como se si, como puedo saber, que pasa si, que hago si, donde debo, cada cuanto, es normal, es
  seguro, nomas quiero saber, curiosidad, recomiendan
idiom:
  estoy que echo, echo humo con, echando humo con ustedes, en llamas con ustedes, senora llamas, carne asada, copal,
  cuetes, brisket, cocinamos con gas, dandole gas, dando gas, gas para llegar, hold music, through the roof, turkey,
  barbecue, grill, trash can, dead mouse, dirty socks, boiled eggs, cooked any eggs, my toast, tax man, a rattle,
  where theres smoke, out of my ears, smokes coming out, flame sensor, flame lost, wont fire up, fire up, fire pit,
  burning season, gas man, gas water heater, gas valve, gas hookup, gas stove, guys are on fire, youre on fire, on
  fire today, on fire lately, fire sale, fired up, fired from, fire that, fire him, fire her, fire your, fire drill,
  fire department, fire marshal, fireman, firefighter, fire safety, fire damper*, fire tower, fire extinguisher*,
  fireplace*, dumpster fire, under fire, gas bill*, gas station*, gas prices, out of gas, gas company, gas fireplace*,
  gas furnace*, gas logs, gas fitter, gas permit, smoking deal, smoking hot, smoking high, smokehouse, smoker, smoke
  and mirrors, cigarette*, smoky hollow, steaming mad, burning daylight, burning question, burned out, burn out,
  burning money, spark plug*, sparks flew, candles, hot about, hot as hades, freezing my butt, blow a gasket, killing
  me, roasting me, half to death, dying here, hired, hair on fire, head is spinning, sick and tired, sick of, headache
  with, despid*, recibo del gas, recibo de gas, factura del gas, cuenta del gas, compania de gas, compania del gas,
  gasolinera, estufa de gas, hirviendo de coraje, quemando dinero, me llama, se llama, llama a, llamar, bomberos
cancel:
  get rid of, cross me off, crossed off, short notice, not making another, isnt necessary, not necessary, no manden a
  nadie, no se moleste, retire mi, retiren, quitenme de la, call it off, calling it off, calling off, withdraw*, undo,
  nix, unschedule*, void, drop it, drop us, skip us, skip it, get out of my, no longer need, dont need anybody, dont
  need anyone, dont need you, dont need him, dont need it, dont need the visit, dont want the, dont want it, wont be
  needing, not needed, isnt needed, not going through, hold off, forget it, forget the, forget about, take us off,
  take my name off, off the list, off the schedule, off the calendar, off your books, remove my, remove us, dont come,
  dont bother, dont have to come, doesnt have to come, no need for, no need to, pass on the, passing on, backing out,
  scrap, strike, close out, fixed itself, went away, working again, back on, came back on, all set, were good, were
  all set, not gonna do it, not doing it, decided against, decided not to, somebody else did, hired another, another
  company, took care of it, my brother did, please stop, sin efecto, dar de baja, ya no vaya, ya no manden, no manden,
  no mande, ya no venga, ya no hace falta, me arrepenti, cambie de opinion, sacar*, saquen*, saqueme, ya lo arreglo,
  ya la arreglo, ya se arreglo, ya prendio, ya quedo, otra compania, no vamos a querer, mejor no, cancel*, call off,
  called off, take me off, scratch, dont need the, dont need to come, no need to come, wont need, never mind,
  nevermind, back out, drop my, delete, dont send, call the whole thing off, went with somebody else, changed my mind,
  ya no necesit*, ya no quier*, ya no vengan, no vengan, ya no voy a, no hace falta, olvid*, borr*, quiteme, quitar*,
  anul*, ya no ocup*, dejarlo sin efecto
move:
  bring our visit, third would, would the fifth, put me at, late in the day, flexibility, cambiela, cambie la, manera
  de que vengan antes, hay manera, deme otra, no llego a tiempo, despues de las, cambio de horario, pasemelo, moverlo,
  rearrang*, slide, shift*, swap*, trade, change my, change the day, change the date, change it to, change our,
  bumped, put off, put it off, delay*, rain check, later date, later in the day, later time, earlier time, anything
  sooner, something sooner, different slot, another slot, another date, another appointment time, new time, new day,
  new slot, move me, move up, move it, move our, move my, push it, push me, push back, push us, make it for, make it
  the, instead of, rather than, how about, what about, cant make it, cant be there, cant be home, wont be home, wont
  be here, wont be around, wont work, doesnt work for, no good for, not going to be home, conflict, something came up,
  got called in, have to work, out of town, different window, morning instead, afternoon instead, reacomod*, cambi* la
  fecha, cambio de fecha, cambiar el dia, cambiar de dia, cambiar la hora, cambieme, me cambia, muevame, muevanme,
  mover la, mover mi, pasarla, pasala, la pasamos, recorra*, recorrer*, dejarla para, dejarlo para, la dejamos, otro
  horario, nueva fecha, no puedo ese dia, no puedo manana, no voy a estar, no voy a poder, no alcanzo, me salio un,
  compromiso, se me cruzo, mas pronto, antes del, despues del, otra semana, para la otra, reschedul*, move, moved,
  push, pushed, change the time, change my appointment, another day, different day, another time, different time,
  sooner, later, earlier, instead, switch me, bump, bring forward, new date, pick another, postpone, rebook*, double
  booked, reagend*, reprogram*, mover, mueva*, pasar*, cambiar la cita, cambiar mi cita, otro dia, otra fecha, otra
  hora, mas tarde, mas temprano, adelant*, atras*, posponer, pospong*, aplaz*, en vez de, en lugar de, recorrer
appointment:
  appointment*, appt, visit*, service call, booking, slot, tune up, install*, schedule*, cita*, visita*, turno,
  agendad*, apartad*, programad*
when:
  today, tomorrow, monday*, tuesday*, wednesday*, thursday*, friday*, saturday*, sunday*, morning, afternoon, next
  week, hoy, manana, lunes, martes, miercoles, jueves, viernes, sabado, domingo, tarde, semana
where:
  holdup, hold up, taking so long, gate code, what time frame, morning or afternoon, do you mean, when you say, part
  in, put it in, been by, be by, repairman, inspection would be, en la manana o en la tarde, que paso con mi, me da
  tiempo, cuanto tarda, mas voy a esperar, ya fueron, la vi pasar, ya mandaron, el dia de la cita, que hora nos toca,
  a que hora le, ya viene el, van a mandar, y el muchacho, cual dia, where at, arriv*, arrival, expect*, supposed to
  be here, supposed to come, was due, due at, running late, running behind, late, not here, hasnt shown, hasnt come,
  no one showed, nobody showed, nobody has, no truck, how long until, how much longer, how soon, how far, how close,
  time frame, timeframe, window, on schedule, on the calendar, have me down, still have me, still scheduled, still
  getting, still good for, dispatched, en route, any word, any update, update on, status, when should, when is, when
  are, when will, when does, when do, what day, who is coming, whos coming, coming today, coming out, is coming, are
  coming, coming by, forgot about me, forgotten, lost, been waiting, waiting since, wait, watching for, double check*,
  checking on, checking that, confirmation, in line, stops before, jobs ahead, next on the list, por donde, ya mero,
  ya salio, a que horas, cuando viene, cuando vienen, cuando llega, cuando van, que dia, quien viene, quien va a
  venir, ya merito, apuntad*, confirmando, confirmen, verificar, no aparece*, no se aparec*, no llega*, nadie ha, me
  quede esperando, espero, quedo de, quedaron, en camino, se tarda, se tardan, demora*, demorad*, retras*, ya vienen,
  llegada, estatus, lo espero, where, waiting, on his way, on the way, eta, e t a, what time, still on, still coming,
  show up, get here, be here, confirm*, is he, is somebody, are you coming, heading over, left for, how long till,
  donde, esperando, viene en camino, a que hora, sigue en pie, van a venir, ya viene, va a llegar, llega*, confirmar,
  cuanto falta, tarda*, no ha llegado, no han llegado, quedaron de venir
tech:
  tech*, guy, fella, fellow, man, worker*, installer*, crew, driver, truck, van, tecnico*, muchacho*, mecanico*,
  trabajador*, instalador*, camioneta, chavo, plomero
bill:
  coupon, monthly charge, monthly plan, stop billing, reconcile, w9, by check, paying by, cupon, cobrarme, cobrarnos,
  dejen de cobrar, me falta, falta por pagar, no coincide, aplicaron, una parte ahora, dos recibos, visita de mas,
  account, money, amount, total, overcharg*, undercharg*, collect, late notice, past due, due date, card, credit card,
  cash, checks, zelle, venmo, installments, payment plan, itemized, tax, taxes, deposit, credit, discount, price on
  the bill, billed, billing, dispute, double charged, charged, withdrawal, transaction, accounts payable, accounts
  receivable, bookkeeper, copay, abono*, mensualidad*, facturacion, cobro*, cobraron, cobrando, cobrado, me cobran,
  dinero, monto, descuento, credito, efectivo, cheque, impuestos, retiro, adeudo, vencimiento, colecciones,
  contabilidad, liquidar, transferencia, reembolsen, devolu*, devuelv*, bill*, invoice*, charge*, pay, paid, paying,
  payment*, receipt*, re seat, refund*, balance, statement, autopay, collections, owe, fee, fees, check, cobr*,
  factura*, recibo*, pag*, cargo*, reembols*, saldo, deb*, cuenta, tarjeta, deposito, comprobante
part:
  replacement panel, replacement part, replacement knob, filter size, size filter, air filters, model of, baffle,
  thermostat broke, get a new one, do you carry, do you have an old, have any lying, existencia, medida de filtro, que
  medida, guaranteed, claim*, register*, registration, igniter, capacitor, motor, blower wheel, circuit board, board,
  thermocouple, valve, coil, fuse*, drain pan, pad, pads, knob, panel cover, in stock, stocked, backorder*, pick up a,
  purchase a, by itself, just the part, lifetime, extended, expire*, policy, home warranty, manufacturer, factory,
  recall, void, voided, transfer to, certificate, part number, serial number, model number, compresor, tarjeta,
  bobina, termopar, valvula, fusible, tienen el, tienen la, venden, pedir, encargar, en existencia, vencio, vence,
  poliza, fabricante, fabrica, registrar, valida, tramite, cobertura, cubren, cubra, filtro, filtros, control,
  perilla, part, parts, warranty, warranties, guarantee*, coverage, covered, cover, order, carry, stock, serial,
  model, filter*, remote, garantia*, pieza*, refaccion*, repuesto*, cubre, cubierto, cubierta, parte, partes, modelo,
  numero de serie, control remoto
unhappy:
  one star, gone downhill, promised, ever bothered, nobody ever, scared my, ridiculous, crooked, blocked my, fell
  asleep, do robots, stomped, wasted my, cost me, lost a days pay, on record, report a technician, report your, want
  it reported, no call no show, lit into me, treats people, how i got treated, wouldnt listen, me sacaron, me quedaron
  mal, quedo mal, quedo chueco, chueco, se burlaron, me grito, gritaron, quebraron, tumbaron, se fueron sin, sin
  terminar, me fallaron, no sabia nada, no es justo, no se vale, decepcionad*, mas ruido, disculpa, no cambiaron,
  hablaron feo, me hablo, irresponsable*, poca seriedad, no estoy contento, no estoy contenta, no estoy a gusto,
  quedaron mal, como nos trataron, como me trato, fraude, asustar, asusto, reportar a, no regresaron, nunca volvieron,
  me hicieron perder, nadie responde, nadie me llama, frustrat*, furious, livid, dissatisf*, complaint, complaints,
  nasty, disrespect*, cussed, cursed, yelled, lied, lie, dishonest, crook*, botched, shoddy, lousy, bad job, poor job,
  half done, worse, made it worse, still not fixed, still broken, still does not work, still doesnt work, again and
  again, fourth time, second time, three times, four times, ruined, trampled, stain*, scuff*, dent*, gouge*, hole in,
  water damage, damage, hurt, trash, mud, smoking in, drunk, smelled like, late again, stood me up, took advantage,
  rip off, ripoff, scam*, grievance, better business bureau, never again, sue, lawyer about your, treated, the way he,
  the way she, spoke to my, how i was, runaround, no one cares, nobody cares, shame, ashamed, horrible, nightmare,
  incompetent, unprofessional, careless, hung up, ignored, nobody called me back, never called back, didnt fix, didnt
  clean, apologiz*, quejarme, queja, grosera, grosero, malcriad*, maltrat*, trataron, trato, falta de respeto, faltó,
  falto al respeto, irrespetuos*, borracho, tomado, mugre, tiradero, basura, rayaron, rayo mi, hoyo, dano mi, danaron,
  danos, peor, sigue igual, sigue sin, no arregl*, no sirvio, mal hecho, mal puest*, chapuc*, mintieron, mentir*,
  abusiv*, abuso, ratero*, resena, nunca mas, harta, harto, coraje, indignad*, inaceptable, el colmo, verguenza,
  irresponsabl*, me colgaron, me dejaron plantad*, plantad*, rude, complain*, not happy, unhappy, disappointed, fed
  up, worst, terrible, awful, sloppy, ripped off, cheated, damaged, broke my, scratched, mess, mad, upset, angry,
  unacceptable, review, apology, nobody called, never showed, no show, third time, hung up on me, quej*, molest*,
  enojad*, groser*, pesim*, decepcion*, mal servicio, mal trabajo, enga*, estaf*, rob*, nadie me llamo, nunca llego,
  rayar*, rompio, rompieron, sucio, cochin*, inconforme, reclam*, mala experiencia
human:
  is in today, in today, around today, cut off, we got cut off, got disconnected, voicemail, ask for, asked for,
  bookkeeper, owner in, boss in, se corto, mensaje de ahi, regreso la llamada, extension de, la oficina, somebody
  real, someone real, live person, living, breathing, actual person, customer service, service department, front desk,
  front office, main office, receptionist, secretary, coordinator, the lady, the girl, the guy i spoke, extension,
  another person, not a recording, recording, computer, bot, automated, talk to a, speak to a, talk to someone, speak
  to someone, speak with someone, talk with, have a word, get me, give me, let me talk, let me speak, lemme talk, is
  he in, is she in, is available, available to talk, put somebody on, pick up, leave a message for, return a call,
  returning a call, call me back from, who can i talk, who do i talk, zero, licenciad*, senorita, muchacha que,
  despacho, recepcionista, secretaria, grabacion, contestadora, computadora, me atienda, atiendan, atenderme, me
  comunica, me pasa, pasar con, conecte, conecteme, pongame con, quien este a cargo, a cargo, patron, con el dueno, el
  encargado, una persona real, alguien real, ser humano, persona de verdad, persona viva, real person, human,
  operator, representative, agent, somebody, someone, person, machine, robot, owner, manager, supervisor, dispatcher,
  boss, office, in charge, transfer, connect, put me through, speak, talk, speak with, talk to, persona, humano,
  operador*, representante, agente, alguien, maquina, dueno, duena, gerente, encargad*, supervisor*, jefe, oficina,
  hablar, comuniq*, comunic*, transf*, pasame, paseme, pase con, conect*, recepcion*
job:
  internships, trainees, laborers, learn the trade, unemployment, get on with, get on somewhere, does the interviews,
  fill out, position filled, switch companies, for your company, working for your, entrevistas, ir a aplicar,
  soldador, no necesitan a, ando sin trabajo, sin chamba, entrar a trabajar, quien contrata, contratan, work here,
  work there, working for you, want to work, looking for work, need work, need a job, looking for a job, career,
  trade, apprenticeship, internship, shadow, trainee, train people, on the job, entry level, certified, certification,
  epa card, licensed journeyman, journeyman, laid off, got fired, between jobs, join your, your crew, your team, part
  time, full time, night shift, summer job, benefits, wage, wages, salary, pay your, what do you pay, pay for a,
  starting out, starting pay, drug test, background check on me, recruit*, human resources, hr, vacancy, opening,
  opportunity, opportunities, employ*, now hiring, help wanted, indeed, any work, got any work, need help, need a
  hand, need people, need any, subcontractor*, resumé, referred by, my application, contratar, contratando,
  oportunidad, reclut*, recursos humanos, oficio, aprender, practicas, turno de noche, medio tiempo, tiempo completo,
  sueldo, salario, pagan a, cuanto pagan, ocupan gente, ocupan, necesitan gente, necesitan tecnicos, necesitan
  alguien, busco, buscando trabajo, trabajar, trabajar con ustedes, trabajar para, experiencia en, soy tecnico, soy
  instalador, soy electricista, certificado, licencia de, tengo experiencia, me corrieron, sin trabajo, desempleado,
  llenar, requisitos, hiring, hire, apply, application, resume, job, jobs, openings, apprentice*, interview, position,
  employment, work for you, experience, trade school, taking on, helpers, posting, contratan*, contrat*, empleo,
  trabajo, trabajos, vacante*, solicitud, curriculum, aprendiz, entrevista, puesto, aplicar, experiencia, chamba,
  jale, ayudante*
selling:
  hot leads, map pack, your decision, samples, lunch, show you, help owners, sell their, energy audit, anunciarse,
  anunciar, precios especiales, papeleria, cotizacion de, mandar una, compramos, conseguirles, trabajamos con
  contratistas, no esta verificado, presentarle, le presento, oferta para su, rank*, first page, page one, online
  presence, reviews lagging, boost your, reputation, social media, facebook ads, ads, radio station, magazine,
  newspaper, yellow pages, banner*, magnets, business cards, uniforms, floor mats, van wraps, truck wraps, wraps,
  wrapping, fleet, fuel cards, merchant, credit card processing, payroll, bookkeeping, funding, preapproved, approved
  for, line of credit, capital, workers comp, health plan, retirement plan, electric rates, energy rates, lower your,
  save your company, get you more, more customers, more calls, exclusive, demo of our, show you a demo, our software,
  our service, our product, our network, our platform, partner with, partnership, interested in advertising,
  advertise, promote, special offer for contractors, opportunity for your, distributor, vendor, rep for, i represent,
  representative of, on behalf of, calling from a, reaching out, following up on the email, owner about your, your
  listing, your website, your google, your domain, your account with google, answering service, leads a month, jobs
  each month, award, plaque, tax credit, employee retention, refinance, solar leads, sell you, we buy, we specialize,
  we provide, we build, we print, we do seo, nonprofit, donation*, fundraiser, chamber of commerce, little league,
  church bulletin, staffing agency, purchasing, buyer, decision maker, do you have a minute, do you have two minutes,
  press one, le ofrecemos, les ofrecemos, ofrecemos, ofrecerle, ofrecerles, le vendo, vendo, represento, represent*,
  somos una, de parte de, le hablo de, le llamo de, le llamamos, buscador, redes sociales, posicion*, clientes nuevos,
  mas clientes, su empresa, su compania, su pagina, su sitio, su anuncio, sitio web, califica, aprobado,
  financiamiento para su, camara de comercio, rotulos, uniformes, tarjetas de presentacion, procesamiento, terminal,
  donativo*, equipo de futbol, mayoreo, distribuidor*, descuento para contratistas, tomador de decisiones, encargado
  de compras, compras, google, website, seo, listing, leads, marketing, advertis*, insurance, survey, loan, sponsor*,
  processing, software, offer you, we offer, we sell, we help, our company, supplier, wholesale, billboard, save you,
  your business, business owner, decision*, publicidad, anuncio*, pagina, paginas, mercadotecnia, seguro*, encuesta,
  prestamo*, ofrec*, ofrezco, nuestra empresa, su negocio, proveedor*, vendemos, promocion, patrocin*
wrong:
  roofs, roofer, garage doors, donuts, wings, boots, the bank, the county, poker, credit, reporte de, lo del
  desempleo, electricista, licenciado, ponen techos, pasteles, gasolinera, noticiero, wrong person, wrong button,
  wrong contact, wrong business, misdial*, hit redial, redial, pushed the wrong, meant to call, meant to dial, was
  calling, i was looking for, im looking for, trying to get a hold, trying to get hold, trying to get the, trying to
  find, this isnt, isnt this, you re not, youre not, thought this was, is this where, did i reach, did i call, who am
  i speaking with, whos speaking, who did i, pizzas, pepperoni, lo mein, takeout, to go, delivery, reservation, table
  for, tee time, haircut*, nails, salon, barber, dental, prescription, refill, nurse, clinic, er, dog, cat, groom*,
  kennel, shelter, airline, flight, taxi, cab, tow, towing, locksmith, car, tires, oil change, mechanic shop, auto
  parts, courthouse, court, police, sheriff, 911, fire station, dmv, tax office, social security, library, pastor,
  priest, funeral, flowers, florist, bakery, brisket, restaurant, movie, theater, stadium, gym, daycare, kindergarten,
  teacher, principal, landlord, leasing office, apartments, credit union, debit card, atm, cable company, internet,
  phone company, electric company, power company, gas company, water department, trash, garbage, septic, roofers, pool
  company, carpets, washing machine, dishwasher, grandma, grandson, my sister, my brother, my cousin, my son, my mom,
  honey, babe, dude, bud, is marcus there, is there a, pizza hut, dominos, walmart, comcast, doctor, doctora, cita con
  el doctor, receta, medicina, carro, llantas, grua, taller, cerrajero, corte de pelo, salon de belleza, unas,
  peluqueria, restaurante, tacos, mesa para, reservacion, boletos, vuelo, aerolinea, consulado, embajada, migracion,
  abogado, notario, policia, corte, biblioteca, funeraria, florista, flores, panaderia, gimnasio, guarderia, kinder,
  maestra, directora, telefono, cable, compania de luz, luz, agua potable, basura, drenaje, drenajes, plomeria, techo,
  alberca, lavadora, mi hermana, mi hermano, mi primo, mi hija, mi hijo, mama, compadre, comadre, mijo, amor, no es
  el, no es la, este no es, creo que marque, marque, numero de, con quien hablo, de donde hablan, que es ahi, ahi
  venden, ahi arreglan, oficina de, seguro social, wrong number, wrong place, is this the, dialed, trying to reach,
  trying to call, who is this, whos this, looking for the, i wanted the, pizza, doctor*, dentist, pharmacy, hospital,
  bank, school, hotel, church, vet, county, equivocad*, equivoque, marque mal, es la, hablo a, hablo con, ahi es,
  farmacia, dentista, banco, escuela, iglesia, clinica, consultorio, quien habla, pizzeria, veterinari*
fix:
  kicking on, blowing dust, only works, wont stay lit, igniter, ignitor, hammering, frost, not kicking, warmer than,
  no pasa de, no sube, suena como, se baja solo, breaker, ruido feo, aguantamos, echarle gas, freon, mandar a alguien
  a revisar, broke down, quit, quits, died, dead, went out, is out, not working, isnt working, doesnt work, stopped,
  wont start, wont turn, wont come on, wont light, wont ignite, wont kick, wont shut, short cycling, tripping,
  clicking, grinding, squeal*, rattl*, bang*, knock*, hum*, buzzing, drip*, frozen, iced, ice on, lukewarm, warm air,
  hot air, cold air, weak, no air, no heat, no hot water, blank, error, code, acting up, keeps, too hot, too cold, not
  keeping up, cant keep up, uneven, descompuest*, no jala, no prende, no sirve, no funciona, no arranca, dejo de,
  gotea, tira agua, hace ruido, aire caliente, aire tibio, no sale, congelad*, se apaga, se prende y se apaga, no da
  abasto, codigo, en blanco, no responde, tibia, frio en, fix*, repair*, look at, doesnt, isnt, wont, not cooling, not
  heating, noise*, broken, trouble, problem*, making a, leak*, repar*, arregl*, compostura, compon*, ruido*,
  problema*, falla*, revis*, no enfria, no calienta
upkeep:
  tuned up, gone over, look it over, check please, chimney, flue, swap it, filters changed, filter changed, every
  april, every fall, every spring, years since, overdue, revisen, revisada, lavadita, limpien, darle una, cada otono,
  nomas por prevencion, por prevencion, antes del frio, antes de prenderlo, dejar listo, dejar lista, cambio de
  filtros, de rutina, checked, looked over, looked at before, once over, regular service, routine, preventive,
  preseason, before winter, before summer, before it gets, ready for, winterize, spring, fall, biannual, quarterly,
  twice a year, every year, once a year, membership, member, club, plan, contract, postcard, reminder, due, wash,
  washed, flush, descale, vacuumed, swap the filter, change the filter, changed, replace the filter, coils, duct
  cleaning, dryer vent, certified, safety inspection, twenty point, regular rotation, servicio, darle servicio, dar
  servicio, preventivo, revision, rutina, cambiar los filtros, cambio de filtro, filtros, lavar, laven, lavado,
  ductos, bobinas, antes del invierno, antes del verano, antes de que, me toca, ya toca, tune up, contrato, membresia,
  recordatorio, postal, tune up*, maintenance, cleaning, cleaned, clean, filters, seasonal, annual, yearly, check up,
  checkup, inspection, service plan, agreement, due for, serviced, six month, mantenimiento*, limpi*, limpieza,
  afinacion, servicio anual, chequeo, chequear, inspeccion, plan de servicio, temporada, preventiv*, cada ano
system:
  furnace*, furnish, boiler*, heat pump*, air conditioner*, air conditioning, ac, a c, water heater*, mini split*,
  minisplit*, thermostat*, radiator*, heater*, generator*, air handler*, condenser*, rooftop unit*, calefaccion, aire
  acondicionado, caldera*, calenton*, calentador*, boyler, termostato, minisplit
price:
  how much, cost*, price*, charge*, fee, fees, cuanto cuesta, cuanto cobran, cuanto sale, cuanto es, cuanto me,
  cuanto, cuesta*, precio*, tarifa*
spanish:
  hola, buenos, buenas, tengo, tenemos, necesito, necesitamos, casa, gracias, por favor, esta, estoy, estamos, ayuda,
  quiero, puede, pueden, cuanto, cuesta, tienen, mi, senor, senora, agua, frio, calor, hay, una, muy, mucho, pero,
  abuela, bebe, que, por, para, los, las, del, como, se, le, me, su, un, cita, yo, si, con, ya, mas, cuando
onlyspanish:
  calefaccion, calenton, huele*, olor, humo, chispas, monoxido, fuga, gotea, goteras, quemado, funciona, enciende,
  prende, enfria, calienta, sotano, aire acondicionado, me llamo, mi nombre es, hablar, persona, mantenimiento,
  presupuesto, equivocado, necesito, quiero, quisiera, tecnico
english:
  the, this, that, these, is, are, was, am, it, its, i, im, we, you, my, our, your, and, or, but, have, has, do, does,
  not, dont, can, could, would, will, how, what, when, with, for, to, at, of, in, on, there, please, heat, smell, yes,
  yesterday, working
tomorrow:
  tomorrow, manana, manana por la manana
today:
  today, this afternoon, this morning, tonight, hoy, esta tarde
nextweek:
  next week, the following week, proxima semana, semana que viene, otra semana, siguiente semana
monday:
  monday*, lunes
tuesday:
  tuesday*, martes
wednesday:
  wednesday*, miercoles
thursday:
  thursday*, jueves
friday:
  friday*, viernes
saturday:
  saturday*, sabado*
sunday:
  sunday*, domingo*
morning:
  morning, mornings, am, por la manana, en la manana, de la manana, before lunch
afternoon:
  afternoon, afternoons, por la tarde, en la tarde, de la tarde, after lunch, pm
evening:
  evening, tonight, after work, noche, por la noche
polite:
  hi, hello, hey, good morning, good afternoon, good evening, thanks, thank you, please, ok, okay, sorry, hola, buenos
  dias, buenas tardes, buenas noches, buenas, gracias, por favor, disculpe, perdon, so much, very much, alright, all
  right, oh, um, uh, well, sorry to bother, sorry to bother you, im sorry, i am sorry, excuse me, my mistake, my bad,
  no problem, no worries, never mind, bye, goodbye, have a nice day, have a good day, have a great day, have a good
  one, good night, good day, you too, i have a question, i have a quick question, apologies, whoops, oops, bueno,
  adios, lo siento, perdone
`

const parseConcepts = (text: string): Record<string, string[]> =>
  Object.fromEntries(
    text
      .trim()
      .split(/\n(?=\S)/)
      .map((concept) => {
        const [name = '', phrases = ''] = concept.split(':')
        return [name, phrases.split(',').map((phrase) => phrase.trim())]
      }),
  )

export const VOCABULARY: Readonly<Record<string, readonly string[]>> = parseConcepts(CONCEPTS)

const toWordSet = (words: string) => new Set(words.split(' '))

/** Negations. `reach` is the number of following words that a negation applies to. */
export const NEGATION = {
  reach: 5,
  words: toWordSet(
    'no not dont doesnt didnt isnt arent wasnt werent havent hasnt aint never without nothing none nobody neither nor sin nunca ni tampoco ningun ninguna nada nadie jamas',
  ),
  ends: toWordSet(
    'but and y because so then though until if except just only pero y porque sino aunque que cuando hasta',
  ),
  /** Words that cancel a negation: "not sure" and "will not stop" deny nothing. */
  lifts: toWordSet(
    'sure know think stop stops quit quits shut certain only just sure positive wait help seguro segura se para paran deja dejan calla callan solo aguanto aguanta',
  ),
}
