const query = /((?:https?:\/)?\/[^\s?#"'<>]*)[?#][^\s"'<>]*/g; // it may contain what somebody searched for
const email = /[^\s@"'<>:,;()/]+@[^\s@"'<>,;()/]+\.[a-z]{2,}/gi;
const phone = /(?<![\w.-])\+?(?:\d[ -]?){9,12}\d(?![\w.-])/g;

/** A copy of a report in which no text contains an e-mail address, a telephone number or the parameters of a page. */
export const withoutContact = <T>(report: T): T => {
  if (typeof report === 'string') return report.replace(query, '$1').replace(email, '[email]').replace(phone, '[phone]') as T;
  if (Array.isArray(report)) return report.map(withoutContact) as T;
  if (typeof report !== 'object' || report === null || Object.getPrototypeOf(report) !== Object.prototype) return report;
  return Object.fromEntries(Object.entries(report).map(([name, value]) => [name, withoutContact(value as unknown)])) as T;
};
