package own;

/** Mains that are found, are not there, and fail early. */
public class Mains {
    public static class Heir extends Hello {}

    public static class Instance {
        public void main(String[] args) {}
    }

    public static class Initialiser {
        static final int NUMBER = Integer.parseInt("no number");

        public static void main(String[] args) {}
    }
}
