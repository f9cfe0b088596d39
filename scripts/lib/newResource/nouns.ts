/**
 * Things that races and their people have, as names of entities and fields call them: `name: Spanish, gender[, plural]`. The plural is written where the rule
 * does not make it; English is the name itself.
 */
const table = `
access: acceso m
account: cuenta f
activity: actividad f
address: dirección f direcciones
age: edad f
agreement: acuerdo m
aid: ayuda f
amount: importe m
announcement: aviso m
answer: respuesta f
area: área m
arrival: llegada f
athlete: atleta m
award: premio m
bag: bolsa f
banner: banner m banners
bank: banco m
benefit: beneficio m
bib: dorsal m
bike: bicicleta f
branch: rama f
brand: marca f
bus: autobús m autobuses
camp: campamento m
capacity: cupo m
card: tarjeta f
category: categoría f
certificate: certificado m
change: cambio m
charge: cargo m
checkpoint: punto de control m puntos de control
city: ciudad f
claim: reclamo m
class: clase f
client: cliente m
club: club m clubes
coach: entrenador m
code: código m
color: color m
comment: comentario m
company: empresa f
consent: consentimiento m
contact: contacto m
contest: concurso m
contract: contrato m
cost: costo m
country: país m países
coupon: cupón m cupones
course: recorrido m
cover: portada f
crew: equipo m
date: fecha f
day: día m
delivery: entrega f
description: descripción f descripciones
device: dispositivo m
direction: dirección f direcciones
discount: descuento m
distance: distancia f
division: división f divisiones
doctor: médico m
document: documento m
donation: donativo m
driver: conductor m
duration: duración f duraciones
elevation: desnivel m
email: correo m
emergency: emergencia f
employee: empleado m
entry: inscripción f inscripciones
equipment: equipo m
event: evento m
exhibitor: expositor m
expense: gasto m
fee: cuota f
file: archivo m
finish: meta f
folder: carpeta f
form: formulario m
frame: cuadro m
gallery: galería f
gate: puerta f
gender: género m
gift: regalo m
goal: meta f
group: grupo m
guest: invitado m
guide: guía f
height: altura f
help: ayuda f
helper: voluntario m
hospital: hospital m
hotel: hotel m
hour: hora f
image: imagen f imágenes
incident: incidente m
injury: lesión f lesiones
instruction: instrucción f instrucciones
instructor: instructor m
insurance: seguro m
interview: entrevista f
invitation: invitación f invitaciones
invoice: factura f
item: artículo m
judge: juez m jueces
key: clave f
kilometer: kilómetro m
kind: tipo m
kit: kit m kits
label: etiqueta f
language: idioma m
lap: vuelta f
lane: carril m
lesson: clase f
letter: carta f
level: nivel m
license: licencia f
link: enlace m
list: lista f
location: lugar m
locker: casillero m
log: bitácora f
logo: logotipo m
map: mapa m
material: material m
meal: comida f
medal: medalla f
meeting: reunión f reuniones
member: miembro m
membership: membresía f
message: mensaje m
meter: metro m
mile: milla f
minute: minuto m
model: modelo m
month: mes m
name: nombre m
note: nota f
notice: aviso m
number: número m
offer: oferta f
office: oficina f
order: orden f órdenes
organization: organización f organizaciones
organizer: organizador m
owner: dueño m
package: paquete m
parking: estacionamiento m
participant: participante m
partner: socio m
pass: pase m
payment: pago m
pace: ritmo m
penalty: penalización f penalizaciones
permit: permiso m
person: persona f
phone: teléfono m
photo: foto f
photographer: fotógrafo m
picture: imagen f imágenes
place: lugar m
plan: plan m
plate: placa f
point: punto m
position: posición f posiciones
post: publicación f publicaciones
press: prensa f
price: precio m
prize: premio m
product: producto m
profile: perfil m
program: programa m
promotion: promoción f promociones
provider: proveedor m
province: provincia f
purchase: compra f
quantity: cantidad f
question: pregunta f
quota: cupo m
race: carrera f
rate: tarifa f
rating: calificación f calificaciones
reason: motivo m
receipt: recibo m
record: registro m
referee: juez m jueces
reference: referencia f
refund: reembolso m
region: región f regiones
registration: inscripción f inscripciones
rental: renta f
report: reporte m
request: solicitud f
requirement: requisito m
reservation: reservación f reservaciones
result: resultado m
reward: recompensa f
role: rol m
room: cuarto m
round: ronda f
route: ruta f
rule: regla f
runner: corredor m
sale: venta f
schedule: horario m
score: puntaje m
season: temporada f
seat: lugar m
second: segundo m
section: sección f secciones
sector: sector m
segment: segmento m
serial: serial m
series: serie f series
service: servicio m
session: sesión f sesiones
shift: turno m
shipment: envío m
shirt: playera f
size: talla f
slot: horario m
source: origen m orígenes
speaker: ponente m
sponsor: patrocinador m
sport: deporte m
staff: personal m
stage: etapa f
stand: stand m stands
start: salida f
state: estado m
station: estación f estaciones
status: estado m
stock: existencia f
stop: parada f
store: tienda f
street: calle f
student: alumno m
supplier: proveedor m
supply: insumo m
survey: encuesta f
surname: apellido m
swim: nado m
symptom: síntoma m
table: mesa f
tag: etiqueta f
task: tarea f
tax: impuesto m
team: equipo m
temperature: temperatura f
term: condición f condiciones
test: prueba f
text: texto m
ticket: boleto m
time: hora f
title: título m
topic: tema m
total: total m
training: entrenamiento m
transfer: transferencia f
transport: transporte m
treatment: tratamiento m
trip: viaje m
tshirt: playera f
type: tipo m
unit: unidad f
user: usuario m
vehicle: vehículo m
vendor: proveedor m
venue: sede f
version: versión f versiones
video: video m
visit: visita f
visitor: visitante m
volunteer: voluntario m
vote: voto m
voucher: vale m
waiver: carta responsiva f cartas responsivas
wave: bloque m
wallet: monedero m
warehouse: almacén m almacenes
water: agua f
week: semana f
weight: peso m
winner: ganador m
witness: testigo m
worker: trabajador m
workshop: taller m
year: año m
zone: zona f
`;

/** A thing in Spanish. */
export interface Noun {
  readonly one: string;
  readonly many: string;
  readonly gender: 'm' | 'f';
}

const pluralOf = (word: string): string =>
  /[aeiouáéó]$/.test(word) ? `${word}s` : word.endsWith('z') ? `${word.slice(0, -1)}ces` : `${word}es`;
const read = (line: string): readonly [string, Noun] => {
  const [, name, one, gender, many] = /^(\w+): (.+?) ([mf])(?: (.+))?$/.exec(line)!;
  return [name!, { one: one!, many: many ?? pluralOf(one!), gender: gender as Noun['gender'] }];
};
const nouns: ReadonlyMap<string, Noun> = new Map(table.trim().split('\n').map(read));

/** Every name that the dictionary has. */
export const nounNames: readonly (readonly [string, Noun])[] = [...nouns];

/** One of several, in English: `entries` → `entry`. */
export const singularOf = (plural: string): string =>
  /(ss|us|is)$/.test(plural)
    ? plural
    : plural.endsWith('ies')
      ? `${plural.slice(0, -'ies'.length)}y`
      : /(x|ch|sh|ss|us)es$/.test(plural)
        ? plural.slice(0, -'es'.length)
        : plural.replace(/s$/, '');

/** What a name or its singular means. */
export const nounOf = (name: string): { readonly noun: Noun; readonly isMany: boolean } | undefined => {
  const noun = nouns.get(name);
  if (noun) return { noun, isMany: false };
  const one = nouns.get(singularOf(name));
  return one && { noun: one, isMany: true };
};
