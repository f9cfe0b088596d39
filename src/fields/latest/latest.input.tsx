import day from '../date/date.input';

export default day;
